// The face of `<payin-return>`: what became of the payment, and the way back.
import type { Sentences } from '../locales/en.ts'
import type { Session } from '../protocol/session.ts'
import { moneyText } from './money-text.ts'
import { type Notice, noticeOf } from './notice.ts'
import { Button, Panel } from './panel.tsx'

/** `looking`: not known yet · `lost`: no session, or the endpoint does not know it. */
export type ReturnState = 'looking' | 'lost' | Session

export interface ReturnScreenProps {
  readonly state: ReturnState
  readonly say: Sentences
  readonly lang: string
  readonly href: string
  readonly onClose: () => void
}

export function ReturnScreen({ state, say, lang, href, onClose }: ReturnScreenProps) {
  const notice = returnNotice(state, say)
  const amount = typeof state === 'object' ? state.amount : null
  return (
    <Panel notice={notice}>
      {amount && (
        <p class="text" part="amount">
          {say.amount} <bdi class="amount">{moneyText(amount, lang)}</bdi>
        </p>
      )}
      <p class="text" part="text">
        {say.returnCanClose}
      </p>
      <div class="row">
        <a class="primary" part="button primary" href={href}>
          {say.returnBack}
        </a>
        <Button look="plain" onPress={onClose}>
          {say.returnClose}
        </Button>
      </div>
    </Panel>
  )
}

/** What the return page says, in the same words as the checkout. */
export function returnNotice(state: ReturnState, say: Sentences): Notice {
  const looking = { icon: 'busy', tone: '', title: say.loadingTitle, text: say.loadingText } as const
  if (state === 'looking') return looking
  if (state === 'lost') return { icon: 'window', tone: '', title: say.returnBack, text: say.returnUnknown }
  const { outcome } = state
  if (outcome === 'open') return looking
  return noticeOf({ phase: outcome, session: state }, say) ?? looking
}
