import { type Signal, signal } from '@preact/signals'
import { h } from 'preact'
import type { AskUrl } from '../checkout/checkout.ts'
import type { Messages } from '../locales/messages.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { needsCode, type Session } from '../protocol/session.ts'
import { qrPath } from './qr-code.ts'
import { withOwn } from './with-own.ts'

/** The limit of qr-code.ts: a phone cannot read a larger code. Addresses are ASCII, so characters are bytes. */
const maxCharacters = 858

export interface PhoneCodeProps {
  readonly session: Session
  readonly messages: Messages
  readonly askUrl: AskUrl
}

/**
 * "Continue on your phone": the hosted page's address as a QR code, asked for each time that it is unfolded. Not for an
 * on-ramp: each of its links can be paid (docs/internals/browser-facts.md#a-link-can-be-used-once). Not where a code must be typed.
 */
export const PhoneCode = withOwn(() => signal<string | null>(null), phoneCode)

function phoneCode({ session, messages, askUrl }: PhoneCodeProps, address: Signal<string | null>) {
  if (session.kind === 'on_ramp' || needsCode(session)) return null
  const { href = '' } = parseRedirectUrl(address.value) ?? {}
  const code = href.length <= maxCharacters && href && qrPath(href)
  return (
    <details
      part="phone"
      onToggle={({ currentTarget }) => {
        address.value = null
        if (currentTarget.open)
          askUrl((url) => {
            address.value = url
          })
      }}
    >
      <summary class="quiet" aria-label={`${messages.more}: ${messages.phone}`}>
        {messages.more}
      </summary>
      <p class="text">
        {messages.phone}. {messages.phoneHint}
      </p>
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
