import type { Sentences } from '../locales/sentences.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import type { Session } from '../protocol/session.ts'
import { h } from './dom.ts'
import { Icon } from './icons.tsx'
import { qrPath } from './qr-code.ts'

export interface PhoneCodeProps {
  readonly session: Session
  readonly say: Sentences
}

/**
 * "Continue on your phone": the hosted page's address as a QR code. Not for an on-ramp, whose link can be used once and
 * would be used up by whichever device came second (FACTS 21).
 */
export function PhoneCode({ session, say }: PhoneCodeProps) {
  const url = session.kind !== 'on_ramp' && parseRedirectUrl(session.redirect_url)
  const code = url && qrPath(url.href)
  if (!code) return null
  return (
    <details part="phone">
      <summary>
        <Icon name="phone" />
        {say.phone}
      </summary>
      <p class="text">{say.phoneHint}</p>
      <svg
        class="code"
        part="code"
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={say.phone}
      >
        <path d={code.path} stroke="#000" />
      </svg>
    </details>
  )
}
