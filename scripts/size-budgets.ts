// What a shopper downloads today, as brotli and rounded up: it grows only on purpose (docs/decisions/script-size.md).
// The script's is checked by the build, the imports' by a test.

/** In bytes. The imports as a merchant's bundler gives them out, without the framework that the page has anyway. */
export const sizeBudgets = {
  'payin-checkout.js': 31_800,
  "import 'payin-checkout/define'": 32_700,
  "import { createCheckout } from 'payin-checkout'": 10_700,
  "import { PayinCheckout } from 'payin-checkout/react'": 33_400,
  "import { PayinCheckout } from 'payin-checkout/preact'": 28_900,
} as const
