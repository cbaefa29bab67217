// What a shopper downloads today, as brotli and rounded up: it grows only on purpose (docs/decisions/script-size.md).
// The script's is checked by the build, the imports' by a test.

/** In bytes. The imports as a merchant's bundler gives them out, without the framework that the page has anyway. */
export const sizeBudgets = {
  'payin-checkout.js': 20_600,
  "import 'payin-checkout/define'": 20_900,
  "import { createCheckout } from 'payin-checkout'": 10_200,
  "import { PayinCheckout } from 'payin-checkout/react'": 21_900,
  "import { PayinCheckout } from 'payin-checkout/preact'": 21_900,
} as const
