// Our own icons: their paths are smaller than the wrapper of an icon library.

import { h } from 'preact'
import type { Method } from '../protocol/method.ts'

const paths = {
  busy: 'M12 3a9 9 0 1 1-9 9',
  window: 'M14 4h6v6M20 4l-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4',
  done: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.5',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5M12 16.4v.1',
  phone: 'M8 3h8v18H8zM11 18h2',
  card: 'M3 6h18v12H3zM3 10h18M7 14h3',
  bank_account: 'M4 9.5 12 4l8 5.5zM6.5 10v8M10.2 10v8M13.8 10v8M17.5 10v8M4 20h16',
  crypto_transfer:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 8h3.5a2 2 0 0 1 0 4h-3.5zM9.5 12h4a2 2 0 0 1 0 4h-4z',
  service_wallet: 'M4 7.5h16v12H4zM4 7.5 15 4v3.5M15.5 13.5h.5',
  lock: 'M7 10V8a5 5 0 0 1 10 0v2M6 10h12v10H6z',
}

export type IconName = keyof typeof paths

/** The icon of a payment method. Apple Pay and Google Pay share one, because only the hosted page shows brand logos. */
export function MethodIcon({ method }: { readonly method: Method }) {
  return <Icon name={method === 'apple_pay' || method === 'google_pay' ? 'phone' : method} />
}

/** A decorative icon in the colour of its text, hidden from assistive technology. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class={name === 'busy' ? 'spin' : undefined}
      part="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
