import { useSignal } from '@preact/signals'
import { h } from 'preact'
import type { Messages } from '../locales/messages.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import type { Session } from '../protocol/session.ts'
import { Icon } from './icons.tsx'
import { qrPath } from './qr-code.ts'

/** The limit of qr-code.ts: a phone cannot read a larger code. Addresses are ASCII, so characters are bytes. */
const maxCharacters = 858

export interface PhoneCodeProps {
  readonly session: Session
  readonly messages: Messages
}

/**
 * "Continue on your phone": the hosted page's address as a QR code. Not for an on-ramp: its link works once, and this
 * device may have used it already (docs/browser-facts.md#a-link-can-be-used-once).
 */
export function PhoneCode({ session, messages }: PhoneCodeProps) {
  const isOpen = useSignal(false)
  const url = session.kind !== 'on_ramp' && parseRedirectUrl(session.redirect_url)
  if (!url || url.href.length > maxCharacters) return null
  // Computed only when opened: it takes time, and the hosted page's window is opening at this moment.
  const code = isOpen.value && qrPath(url.href)
  return (
    <details
      part="phone"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        <Icon name="phone" />
        {messages.phone}
      </summary>
      <p class="text">{messages.phoneHint}</p>
      {code && (
        <svg
          class="code"
          part="code"
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={messages.phone}
        >
          <path d={code.path} stroke="#000" />
        </svg>
      )}
    </details>
  )
}
