// What a state says to the shopper: one table from state to icon, title and text. No buttons, no markup.
import type { State } from '../checkout/state.ts'
import type { Sentences } from '../locales/en.ts'
import type { FaultKind } from '../protocol/fault.ts'
import type { IconName } from './icons.tsx'

export interface Notice {
  readonly icon: IconName
  readonly tone: '' | 'good' | 'bad'
  readonly title: string
  readonly text: string
}

/** The notice of a state, `null` where the pay button speaks for itself. */
export function noticeOf(state: State, say: Sentences): Notice | null {
  switch (state.phase) {
    case 'idle':
    case 'creating':
      return null
    case 'loading':
      return calm('busy', say.loadingTitle, state.trouble ? say.trouble : say.loadingText)
    case 'waiting':
      return waiting(state, say)
    case 'cancelled':
      return calm('alert', say.cancelledTitle, state.session ? say.cancelledText : '')
    case 'authorized': {
      const disputed = state.session.status === 'DISPUTED'
      return calm('busy', say.authorizedTitle, disputed ? say.underReview : say.authorizedText)
    }
    case 'complete': {
      const disputed = state.session.status === 'DISPUTED'
      return {
        icon: 'done',
        tone: 'good',
        title: say.completeTitle,
        text: disputed ? say.underReview : say.completeText,
      }
    }
    case 'failed':
      return bad(say.failedTitle, reasonOf(state.session.status_details, say))
    case 'expired':
      return bad(say.expiredTitle, say.expiredText)
    case 'error':
      return state.error.kind === 'already_paid'
        ? { icon: 'done', tone: 'good', title: say.alreadyPaidTitle, text: say.errorAlreadyPaid }
        : bad(say.errorTitle, errorText(state.error.kind, say))
  }
}

function calm(icon: IconName, title: string, text: string): Notice {
  return { icon, tone: '', title, text }
}

function bad(title: string, text: string): Notice {
  return { icon: 'alert', tone: 'bad', title, text }
}

function waiting(state: Extract<State, { phase: 'waiting' }>, say: Sentences): Notice {
  const notice = {
    popup: () => calm('window', say.popupTitle, say.popupText),
    closed: () => calm('window', say.closedTitle, say.closedText),
    refused: () => calm('window', say.refusedTitle, say.refusedText),
    redirect: () => calm('busy', say.redirectTitle, say.redirectText),
    // Calm, never "failed": the news from the service may be a moment behind the shopper (FACTS 15).
    returned: () => calm('busy', say.loadingTitle, say.loadingText),
    elsewhere: () => calm('window', say.elsewhereTitle, say.elsewhereText),
  }[state.hosted]()
  return state.trouble ? { ...notice, text: say.trouble } : notice
}

/** `status_details` of payments-v2 in the shopper's words; what is not in the list is no reason to show a code. */
function reasonOf(details: string | null, say: Sentences): string {
  const reasons: Record<string, string> = {
    INSUFFICIENT_FUNDS: say.reasonInsufficientFunds,
    DECLINED_BY_ISSUER: say.reasonDeclinedByIssuer,
    INSTRUMENT_INVALID: say.reasonInstrumentInvalid,
    INSTRUMENT_BLOCKED: say.reasonInstrumentBlocked,
    AUTHORIZATION_FAILED: say.reasonAuthorizationFailed,
    DECLINED_BY_PAYER: say.reasonDeclinedByPayer,
    RISK_REJECTED: say.reasonRiskRejected,
    PROVIDER_ERROR: say.reasonProviderError,
  }
  return (details && Object.hasOwn(reasons, details) && reasons[details]) || say.reasonOther
}

function errorText(kind: FaultKind, say: Sentences): string {
  switch (kind) {
    case 'network':
      return say.errorNetwork
    case 'unavailable':
      return say.errorUnavailable
    case 'not_found':
      return say.errorNotFound
    case 'already_paid':
    case 'invalid':
    case 'forbidden':
    case 'bad_answer':
    case 'bad_redirect_url':
    case 'misconfigured':
      return say.errorOther
  }
}
