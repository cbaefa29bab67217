// What a shopper keeps of a payment: the amount, who got it, the order and when. It is the same for money that is promised and
// for money that has come, so nothing moves from the one to the other.
import { Fragment, h } from 'preact'
import type { State } from '../checkout/state.ts'
import type { Messages } from '../locales/messages.ts'
import { misfitOf, type Session } from '../protocol/session.ts'
import { momentText } from './time-text.ts'

/** The session whose money came and fits its order, or `null`. */
export const paidIn = (state: State): Session | null =>
  (state.phase === 'authorized' || state.phase === 'complete') && !misfitOf(state.session)
    ? state.session
    : null

export interface ReceiptProps {
  readonly session: Session
  readonly amount: string | null
  readonly payee: string
  /** BCP 47. */
  readonly lang: string
  readonly messages: Messages
}

export function Receipt({ session, amount, payee, lang, messages }: ReceiptProps) {
  const rows = [
    [messages.party, payee],
    [messages.reference, session.reference],
    [messages.date, session.paid_at && momentText(session.paid_at, lang)],
  ] as const
  return (
    <>
      {amount && (
        <bdi class="sum" part="amount">
          {amount}
        </bdi>
      )}
      <dl part="receipt">
        {rows.map(
          ([name, value]) =>
            value && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </Fragment>
            ),
        )}
      </dl>
    </>
  )
}
