// The screen of `<payin-return>`: the outcome of the payment, and a link back to the shop.

import { h } from 'preact'
import type { Messages } from '../locales/messages.ts'
import { moneyText } from '../protocol/money-text.ts'
import { reachedElsewhere, type Session } from '../protocol/session.ts'
import { type Notice, noticeOf, noticeOfOrder } from './notice.ts'
import { Button, Panel } from './panel.tsx'

/** `looking`: not known yet · `lost`: no session, or the endpoint does not know it. */
export type ReturnState = 'looking' | 'lost' | Session

export interface ReturnScreenProps {
  readonly state: ReturnState
  readonly messages: Messages
  readonly lang: string
  readonly href: string
  readonly onClose: () => void
}

export function ReturnScreen({ state, messages, lang, href, onClose }: ReturnScreenProps) {
  const notice = returnNotice(state, messages)
  const amount = typeof state === 'object' ? state.amount : null
  return (
    <Panel notice={notice}>
      {amount && (
        <p class="text" part="amount">
          <bdi>{moneyText(amount, lang)}</bdi>
        </p>
      )}
      <p class="text" part="text">
        {messages.canClose}
      </p>
      <div class="row">
        <a class="primary" part="button primary" target="_self" href={href}>
          {messages.back}
        </a>
        <Button look="plain" onPress={onClose}>
          {messages.close}
        </Button>
      </div>
    </Panel>
  )
}

/** The notice of the return page, with the same messages as the checkout. */
export function returnNotice(state: ReturnState, messages: Messages): Notice {
  if (state === 'lost') return { icon: 'window', tone: '', title: messages.unknown, text: '' }
  const [title, text] = messages.loading
  const looking = { icon: 'busy', tone: '', title, text } as const
  if (state === 'looking') return looking
  // Another session of the order is complete or authorized: do not ask the shopper to pay again.
  const elsewhere = state.outcome === 'authorized' ? null : reachedElsewhere(state)
  if (elsewhere) return noticeOfOrder(elsewhere, messages)
  if (state.outcome === 'open') return looking
  return noticeOf({ phase: state.outcome, session: state }, messages) ?? looking
}
