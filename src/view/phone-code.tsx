import { useSignal } from '@preact/signals'
import { h } from 'preact'
import type { Messages } from '../locales/messages.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import type { Session } from '../protocol/session.ts'
import { Icon } from './icons.tsx'
import { qrPath } from './qr-code.ts'

/** More has no code that a phone could read (qr-code.ts). An address is written in ASCII. */
const maxCharacters = 858

export interface PhoneCodeProps {
  readonly session: Session
  readonly messages: Messages
}

/**
 * "Continue on your phone": the hosted page's address as a QR code. Not for an on-ramp, whose link can be used once and
 * would be used up by whichever device came second (FACTS 21).
 */
export function PhoneCode({ session, messages }: PhoneCodeProps) {
  const isOpen = useSignal(false)
  const url = session.kind !== 'on_ramp' && parseRedirectUrl(session.redirect_url)
  if (!url || url.href.length > maxCharacters) return null
  // Made for who opens it: it takes a while, and the shopper's window has just opened.
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
