// What a shopper downloads today, as brotli and rounded up: it grows only on purpose (docs/decisions/script-size.md).
// The script's is checked by the build, the imports' by a test.

/** In bytes. The imports as a merchant's bundler gives them out, without the framework that the page has anyway. */
export const sizeBudgets = {
  'payin-checkout.js': 32_200,
  "import 'payin-checkout/define'": 33_200,
  "import { createCheckout } from 'payin-checkout'": 10_300,
  "import { PayinCheckout } from 'payin-checkout/react'": 34_000,
  "import { PayinCheckout } from 'payin-checkout/preact'": 29_400,
} as const
