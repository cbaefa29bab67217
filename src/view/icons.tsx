// Our own icons: their paths are smaller than the wrapper of an icon library.

import { h } from 'preact'

const paths = {
  busy: 'M12 3a9 9 0 1 1-9 9',
  window: 'M14 4h6v6M20 4l-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4',
  done: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.5',
  stop: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12h8',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5M12 16.4v.1',
  card: 'M3 6h18v12H3zM3 10h18M7 14h3',
  bank_account: 'M4 9.5 12 4l8 5.5zM6.5 10v8M10.2 10v8M13.8 10v8M17.5 10v8M4 20h16',
  apple_pay:
    'M12 8c-1.5-1.2-4.3-1-5.6 1-1.5 2.5-.4 7 1.6 9.6 1.4 1.8 2.4.9 4 .9s2.6.9 4-.9c.8-1 1.4-2.2 1.8-3.4-2.6-1-2.8-4.4-.4-5.8C16 7.4 13.6 6.9 12 8c0-2.4 1.2-4.2 3-4.5',
  google_pay: 'M12 12h8a8 8 0 1 1-2.4-5.7',
  crypto_transfer: 'M9 4a6 6 0 1 0 0 12A6 6 0 0 0 9 4M17.5 9.2a6 6 0 1 1-8.3 9.6',
  service_wallet: 'M4 7.5h16v12H4zM4 7.5 15 4v3.5M15.5 13.5h.5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4 4',
  down: 'm7 10 5 5 5-5',
  clear: 'm7 7 10 10M17 7 7 17',
  lock: 'M7 10V8a5 5 0 0 1 10 0v2M6 10h12v10H6z',
}

export type IconName = keyof typeof paths

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
