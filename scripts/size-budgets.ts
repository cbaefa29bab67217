// The current download sizes as brotli, rounded up, so that they grow only on purpose (docs/internals/decisions/script-size.md).
// The build checks the script's size, and a test checks the imports'.

/** In bytes. Imports as bundled by a merchant, without the page's framework. */
export const sizeBudgets = {
  'payin-checkout.js': 32_500,
  "import 'payin-checkout/define'": 36_710,
  "import { createCheckout } from 'payin-checkout'": 11_120,
  "import { PayinCheckout } from 'payin-checkout/react'": 37_470,
  "import { PayinCheckout } from 'payin-checkout/preact'": 32_850,
  "import { useCheckout } from 'payin-checkout/react/use-checkout'": 11_600,
  "import { useCheckout } from 'payin-checkout/preact/use-checkout'": 11_600,
  "import { useCheckout } from 'payin-checkout/vue/use-checkout'": 11_600,
  "import { useCheckout } from 'payin-checkout/svelte/use-checkout'": 11_600,
} as const
