// The face of `<payin-checkout>` and `<payout-claim>`: a function of the state. It asks (actions) and never decides.

import type { ReadonlySignal } from '@preact/signals'
import { type ComponentChild, Fragment, h } from 'preact'
import type { Actions } from '../checkout/create-checkout.ts'
import type { Deadline } from '../checkout/deadline.ts'
import { asksForCode, isPromisedElsewhere, type State, sessionOf } from '../checkout/state.ts'
import type { Sentences } from '../locales/sentences.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Money } from '../protocol/money.ts'
import { hasHostedPage } from '../protocol/session.ts'
import { ChoiceFields, type ChoiceModel } from './choice-fields.tsx'
import { CodeField, type CodeModel } from './code-field.tsx'
import { Icon } from './icons.tsx'
import type { Notice } from './notice.ts'
import { Button, Panel } from './panel.tsx'
import { PhoneCode } from './phone-code.tsx'
import { sentence } from './sentence.tsx'
import { shownTime } from './time-text.ts'

/** What the page says of an element, and of the browser that it is shown in. */
export interface Looks {
  readonly lang: string
  readonly label: string
  /** Whether the page's own content takes the place of the label. */
  readonly hasContent: boolean
  readonly disabled: boolean
  readonly payee: string
  /** Shown until the session's own is known. */
  readonly amount: Money | null
  readonly kind: Kind
  readonly methods: string
  readonly opensWindow: boolean
  /** Whether another device may go on: not where this one is a phone. */
  readonly offersPhone: boolean
  /** Whether a new session can be made: without an order there is nothing to retry. */
  readonly canCreate: boolean
  /** Whether there is a session of the page's to look for again. */
  readonly canLook: boolean
}

/**
 * What a checkout shows. Values are drawn by the element, before the line that changed them is over; what changes inside
 * one screen is a signal, and its part of the screen draws itself.
 */
export interface CheckoutModel {
  readonly state: State
  readonly page: Looks
  readonly say: Sentences
  readonly notice: Notice | null
  /** What is to be paid, in the shopper's language. */
  readonly amount: string | null
  /** The page says another amount than the session. */
  readonly amountDiffers: boolean
  readonly deadline: ReadonlySignal<Deadline | null>
  readonly actions: Actions
  readonly choice: ChoiceModel
  readonly code: CodeModel
}

/** Everything that a shopper sees of a checkout. */
export function CheckoutScreen(model: CheckoutModel) {
  const { state, say, notice, amount, amountDiffers: differs, deadline } = model
  // Before "Try again" the amount is seen, too (WCAG 3.3.4), also where no session came about.
  const isKnown = sessionOf(state)?.amount || state.phase === 'error'
  return (
    <>
      {notice && (
        <Panel notice={notice}>
          {amount && isKnown && (state.phase !== 'cancelled' || differs) && (
            <p class="text" part="amount">
              {...(differs ? sentence(say.amountDiffers, amount) : [`${say.amount} `, <bdi>{amount}</bdi>])}
            </p>
          )}
          <TimeLeft deadline={deadline} say={say} />
          <PanelButtons {...model} />
        </Panel>
      )}
      {!notice && amount && differs && (
        <p class="hint" part="hint">
          {...sentence(say.amountDiffers, amount)}
        </p>
      )}
      <PayButton {...model} />
    </>
  )
}

/** Draws itself each second. */
function TimeLeft({ deadline: { value: left }, say }: Pick<CheckoutModel, 'deadline' | 'say'>) {
  return (
    left && (
      <p class="text" part="time">
        {...(left.seconds ? sentence(say.timeLeft, shownTime(left)) : [say.timeUp])}
      </p>
    )
  )
}

function PanelButtons({ state, page, say, actions, code }: CheckoutModel) {
  const waiting = state.phase === 'waiting' && !isPromisedElsewhere(state) ? state : null
  if (!waiting && state.phase !== 'loading') return null
  const hosted = waiting?.hosted
  const inWindow = hosted === 'popup'
  const mayHavePaid = hosted !== 'refused' && hosted !== 'redirect'
  return (
    <>
      {asksForCode(state) && <CodeField code={code} say={say} onSubmit={actions.open} />}
      <div class="row">
        {waiting && hasHostedPage(waiting.session) && (
          <Button
            key="open"
            look={inWindow || hosted === 'returned' ? 'plain' : 'primary'}
            onPress={actions.open}
          >
            {inWindow ? say.show : say.reopen}
          </Button>
        )}
        {waiting && mayHavePaid && (
          <Button key="check" look="plain" onPress={actions.check}>
            {say.check}
          </Button>
        )}
        <Button key="cancel" look="quiet" onPress={actions.cancel}>
          {say.cancel}
        </Button>
      </div>
      {waiting && page.offersPhone && hosted !== 'returned' && (
        <PhoneCode session={waiting.session} say={say} />
      )}
    </>
  )
}

function PayButton(model: CheckoutModel) {
  const { state, page, say, actions, choice, code } = model
  const { disabled, opensWindow, payee, methods } = page
  const again = state.phase === 'failed' || state.phase === 'expired' || state.phase === 'error'
  const busy = state.phase === 'creating'
  if (!isOffered(model)) return null
  return (
    <>
      {!busy && methods && (
        <ChoiceFields choice={choice} say={say} disabled={disabled} onSubmit={actions.open} />
      )}
      {asksForCode(state) && (
        <CodeField code={code} say={say} disabled={disabled} isBusy={busy} onSubmit={actions.open} />
      )}
      <button
        type="button"
        class="pay"
        part="pay"
        disabled={disabled}
        aria-busy={busy}
        aria-disabled={busy}
        aria-describedby={busy ? undefined : 'hint'}
        onClick={actions.open}
      >
        <Icon name={busy ? 'busy' : 'lock'} />
        <span>{...(busy ? [say.opening] : again ? [say.retry] : payLabel(model))}</span>
      </button>
      {busy ? (
        <div class="below">
          <Button look="quiet" onPress={actions.cancel}>
            {say.cancel}
          </Button>
        </div>
      ) : (
        <p class="hint" part="hint" id="hint">
          {...sentence(say.payee, payee)} {opensWindow ? say.opensWindow : say.opensHere}
        </p>
      )}
    </>
  )
}

function isOffered({ state, page: { canCreate, canLook } }: CheckoutModel): boolean {
  if (isPromisedElsewhere(state)) return false
  switch (state.phase) {
    case 'idle':
    case 'creating':
      return true
    case 'cancelled':
      return canCreate || (state.session ? state.session.outcome === 'open' : canLook)
    case 'failed':
    case 'expired':
      return canCreate
    case 'error':
      // Who may have paid is asked to talk to the shop first.
      if (state.error.kind === 'already_paid' || state.error.kind === 'not_found') return false
      return canCreate || state.error.kind === 'misconfigured' || 'paused' in state
    default:
      return false
  }
}

/** The page's own content, the label, or the amount. The slot stays in place unseen: only so is late content noticed. */
function payLabel({ say, page: { label, hasContent }, amount }: CheckoutModel): ComponentChild[] {
  const text = label ? [label] : amount ? sentence(say.pay, amount) : [say.payPlain]
  return [<slot key="slot" hidden={!hasContent} />, ...(hasContent ? [] : text)]
}
