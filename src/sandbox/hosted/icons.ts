// Icons as inline SVG, so that they have the colour of the text in light, dark and forced colours.
import { raw } from 'hono/html'
import type { PayinMethod } from '../service/intents.ts'

function draw(paths: string) {
  return raw(
    `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  )
}

export const brandMark = raw(
  '<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect class="mark-ground" width="32" height="32" rx="9"/><path class="mark-line" d="M7 14.5q4.5-5 9 0t9 0M7 20.5q4.5-5 9 0t9 0" fill="none" stroke-width="2.6" stroke-linecap="round"/></svg>',
)

export const methodIcons: Record<PayinMethod, ReturnType<typeof raw>> = {
  bank_account: draw('<path d="M4 10h16L12 4zM6 10v7m4-7v7m4-7v7m4-7v7M4 20h16"/>'),
  card: draw('<rect x="3" y="5.5" width="18" height="13" rx="2.5"/><path d="M3 10h18M7 15h3"/>'),
  google_pay: draw(
    '<path d="M5 8.5h14a1 1 0 0 1 1 1V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h10v3.5M16 14h.01"/>',
  ),
  apple_pay: draw('<rect x="7" y="3" width="10" height="18" rx="2.5"/><path d="m10 12 1.5 1.5L14.5 10"/>'),
  crypto_transfer: draw('<path d="M12 3.5 19.5 8v8L12 20.5 4.5 16V8zM12 12l7.5-4M12 12 4.5 8M12 12v8.5"/>'),
  service_wallet: draw('<path d="M4 15q4-5 8 0t8 0M4 10q4-5 8 0t8 0"/>'),
}

export const globeIcon = draw(
  '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17"/>',
)
export const searchIcon = draw('<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>')
export const lockIcon = draw(
  '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
)
export const doneIcon = draw('<path d="m5 12.5 4.5 4.5L19 7.5"/>')
export const stoppedIcon = draw('<path d="m7 7 10 10M17 7 7 17"/>')
export const waitingIcon = draw('<circle cx="12" cy="12" r="8"/><path d="M12 8v4l2.5 2"/>')
