// The notice for a state: icon, title and text. No buttons and no markup.
import { isAuthorizedElsewhere, type State } from '../checkout/state.ts'
import type { Messages, NoticeText } from '../locales/messages.ts'
import type { FaultKind } from '../protocol/fault.ts'
import { misfitOf, type Session } from '../protocol/session.ts'
import type { IconName } from './icons.tsx'

export interface Notice {
  readonly icon: IconName
  readonly tone: '' | 'good' | 'bad'
  readonly title: string
  readonly text: string
}

/**
 * The notice of a state; `null` if only the pay button is shown.
 * @param atBank whether the shopper pays at a bank, as far as it is known
 */
export function noticeOf(state: State, messages: Messages, atBank = false): Notice | null {
  if (state.phase !== 'error' && isAuthorizedElsewhere(state)) return noticeOfOrder('authorized', messages)
  switch (state.phase) {
    case 'idle':
    case 'creating':
      return null
    case 'loading':
      return notice('busy', messages.loading, state.trouble && messages.trouble)
    case 'waiting': {
      const { hosted, session, trouble } = state
      // After a return show progress, never a failure: the service's status may come after the shopper (docs/internals/browser-facts.md#a-failure-shown-too-early-is-paid-twice).
      const busy = hosted === 'returned' || hosted === 'redirect'
      const isAtBank = atBank || session.kind === 'bank_transfer'
      const text: NoticeText =
        hosted === 'popup'
          ? [isAtBank ? messages.popupBank : messages.popup, '']
          : hosted === 'elsewhere'
            ? [messages.elsewhere, messages.closed[1]]
            : messages[hosted === 'returned' ? 'loading' : hosted]
      return notice(busy ? 'busy' : 'window', text, trouble && messages.trouble)
    }
    case 'cancelled':
      return notice('stop', messages.cancelled, state.session ? null : ' ')
    case 'authorized': {
      const misfit = misfitOf(state.session)
      // No spinner: this may take hours, and an animation that cannot be stopped is not allowed (WCAG 2.2.2).
      return notice(
        'done',
        misfit ? messages.review : messages.authorized,
        misfit ? messages.reviews[misfit] + messages.review[1] : disputeOf(state.session, messages),
        misfit ? '' : 'good',
      )
    }
    case 'complete':
      return notice('done', messages.complete, disputeOf(state.session, messages), 'good')
    case 'failed':
      return notice('alert', messages.failed, lookUp(messages.reasons, state.session.status_details), 'bad')
    case 'expired':
      return notice('alert', messages.expired, null, 'bad')
    case 'error':
      return noticeOfFault(state.error.kind, messages)
  }
}

const disputeOf = ({ status, review }: Session, messages: Messages): string | false =>
  (status === 'DISPUTED' || review === 'disputed') && messages.underReview

function noticeOfFault(kind: FaultKind, messages: Messages): Notice {
  switch (kind) {
    case 'already_paid':
      return noticeOfOrder('complete', messages)
    case 'order_promised':
      return noticeOfOrder('authorized', messages)
    case 'order_withdrawn':
      return notice('alert', messages.withdrawn, null)
    case 'price_changed':
      // Its text is the price before, which the screen fills in.
      return notice('alert', messages.priceChanged, ' ')
    case 'not_found':
      return notice('alert', messages.lost, null, 'bad')
    default:
      return notice('alert', messages.error, lookUp(messages.faults, kind), 'bad')
  }
}

/** The notice of an order for which another session than the one shown is authorized or complete. */
export function noticeOfOrder(reached: 'authorized' | 'complete', messages: Messages): Notice {
  return reached === 'complete'
    ? notice('done', messages.alreadyPaid, null, 'good')
    : notice('done', messages.authorized, null)
}

/** @param instead replaces the text if there is a more specific one */
function notice(
  icon: IconName,
  [title, text]: NoticeText,
  instead: string | null | false | undefined,
  tone: Notice['tone'] = '',
): Notice {
  return { icon, tone, title, text: (instead || text).trim() }
}

/** Looks up own keys only: the key comes from the service, and "constructor" would find an inherited one. */
function lookUp(
  texts: { readonly [key: string]: string | undefined },
  key: string | null,
): string | undefined {
  return key !== null && Object.hasOwn(texts, key) ? texts[key] : undefined
}
