// The pages after the bank: progress of the payment, and the final pages. A page updates itself until
// nothing can change any more.
import type { Content } from '../../forms/content.ts'
import type { OnRamp } from '../../service/on-ramps.ts'
import { renderOutcome, toneOf } from '../message.ts'
import { amountRow } from '../order-summary.ts'
import { cryptoText, type Session } from './session-page.ts'

export type Progress = 'under_way' | 'COMPLETED' | 'FAILED_INTENT' | 'depositFailed' | 'over'

/** Combines the two states of an on-ramp; `undefined` while the user can still pay. */
export function progressOf(
  { paymentStatus, bankDepositStatus }: OnRamp,
  isOver: boolean,
): Progress | undefined {
  if (paymentStatus === 'COMPLETED' || paymentStatus === 'FAILED_INTENT') return paymentStatus
  if (paymentStatus === 'PROCESSING') return bankDepositStatus === 'FAILED' ? 'depositFailed' : 'under_way'
  return isOver || bankDepositStatus === 'FAILED' ? 'over' : undefined
}

/**
 * @param refreshSeconds the update interval, used only while the payment is under way
 * @throws {Error} while the user can still pay
 */
export function renderProgress(view: Session, refreshSeconds: number): Content {
  const { session, progress, texts } = view
  if (progress === undefined) throw new Error('The user can still pay: show the session, not its progress.')
  const messages = {
    ...texts.onRamp.ended,
    over: { title: texts.status.EXPIRED, text: texts.status.EXPIRED_text },
    under_way: { title: texts.onRamp.progressTitle, text: texts.onRamp.progressText },
    COMPLETED: { title: texts.status.COMPLETED, text: texts.onRamp.completedText },
    FAILED_INTENT: texts.transaction.FAILED_INTENT,
  }
  const back = session.intent.hostedRedirectUrl
  return renderOutcome(view, {
    tone: toneOf[progress],
    ...messages[progress],
    rows: [amountRow(view), [texts.onRamp.receives, cryptoText(view)]],
    back: back === undefined ? undefined : { href: back, label: texts.onRamp.backToMerchant },
    refreshSeconds: progress === 'under_way' ? refreshSeconds : undefined,
  })
}
