// What a shopper downloads today, as brotli and rounded up: it grows only on purpose (docs/decisions/script-size.md).
// The script's is checked by the build, the imports' by a test.

/** In bytes. The imports as a merchant's bundler gives them out, without the framework that the page has anyway. */
export const sizeBudgets = {
  'payin-checkout.js': 25_700,
  "import 'payin-checkout/define'": 26_100,
  "import { createCheckout } from 'payin-checkout'": 9_200,
  "import { PayinCheckout } from 'payin-checkout/react'": 26_700,
  "import { PayinCheckout } from 'payin-checkout/preact'": 22_700,
} as const
