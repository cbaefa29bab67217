// Drawn by hand: a dozen path commands cost less than an icon library's wrapper.
import { h } from './dom.ts'

const paths = {
  busy: 'M12 3a9 9 0 1 1-9 9',
  window: 'M14 4h6v6M20 4l-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4',
  done: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.5',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5M12 16.4v.1',
  lock: 'M7 10V8a5 5 0 0 1 10 0v2M6 10h12v10H6z',
}

export type IconName = keyof typeof paths

/** A decorative icon in the colour of its text: hidden from assistive technology. */
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
