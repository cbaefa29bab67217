// The imports of this package by a page, and the imports of other checkouts.
import { existsSync, readFileSync } from 'node:fs'
import type { sizeBudgets } from '../../scripts/size-budgets.ts'

const root = new URL('../../', import.meta.url)

export interface ImportShape {
  /** The import in the page. */
  readonly code: keyof typeof sizeBudgets
  /** Its key in the package's exports. */
  readonly entry: string
  /** Modules that the page already has. */
  readonly external: readonly string[]
}

const shapes: readonly ImportShape[] = [
  { code: "import 'payin-checkout/define'", entry: './define', external: [] },
  { code: "import { createCheckout } from 'payin-checkout'", entry: '.', external: [] },
  {
    code: "import { PayinCheckout } from 'payin-checkout/react'",
    entry: './react',
    external: ['react', 'react/jsx-runtime'],
  },
  {
    code: "import { PayinCheckout } from 'payin-checkout/preact'",
    entry: './preact',
    external: ['preact', 'preact/hooks'],
  },
  {
    code: "import { useCheckout } from 'payin-checkout/react/use-checkout'",
    entry: './react/use-checkout',
    external: ['react'],
  },
  {
    code: "import { useCheckout } from 'payin-checkout/preact/use-checkout'",
    entry: './preact/use-checkout',
    external: ['preact', 'preact/hooks'],
  },
  {
    code: "import { useCheckout } from 'payin-checkout/vue/use-checkout'",
    entry: './vue/use-checkout',
    external: ['vue'],
  },
  {
    code: "import { useCheckout } from 'payin-checkout/svelte/use-checkout'",
    entry: './svelte/use-checkout',
    external: ['svelte', 'svelte/store'],
  },
]

/** The shapes that the package exports. */
export function exportedShapes(): ImportShape[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return shapes.filter(({ entry }) => entry in exports)
}

/** The built script. @throws {Error} when nothing is built */
export function builtScript(): string {
  const file = new URL('dist/payin-checkout.js', root)
  if (!existsSync(file)) throw new Error('Nothing is built. Run `npm run build` first.')
  return readFileSync(file, 'utf8')
}

/** Code that imports a name and uses it, or the bundler would remove it. */
export function used(code: string): string {
  const names = [...code.matchAll(/\{ (.*) \}/g)].map(([, names]) => names)
  return names.length === 0 ? code : `${code}\nglobalThis.used = [${names}]`
}

export interface Peer {
  readonly name: string
  readonly code: string
  /** A remark about its figure. */
  readonly remark: string
}

/** Its installed version. */
export function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8'))
  return version
}

const adyenStyles = "import '@adyen/adyen-web/styles/adyen.css'\n"

export const peers: readonly Peer[] = [
  {
    name: '@adyen/adyen-web',
    code: `${adyenStyles}import { AdyenCheckout, Redirect } from '@adyen/adyen-web'`,
    remark: 'AdyenCheckout and Redirect, with its styles',
  },
  {
    name: '@adyen/adyen-web',
    code: `${adyenStyles}import { AdyenCheckout, Dropin, Card } from '@adyen/adyen-web'`,
    remark: 'AdyenCheckout, Dropin and Card, with its styles; the card fields come from its host',
  },
  {
    name: '@stripe/stripe-js',
    code: "import { loadStripe } from '@stripe/stripe-js'",
    remark: 'only what loads the script from its host',
  },
  {
    name: '@paypal/paypal-js',
    code: "import { loadScript } from '@paypal/paypal-js'",
    remark: 'only what loads the script from its host',
  },
  {
    name: '@preact/signals',
    code: "import { signal } from '@preact/signals'\nimport { h, render } from 'preact'",
    remark: 'with Preact, which draws nothing yet',
  },
]
