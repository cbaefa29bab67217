// The face of `<payin-checkout>` and `<payout-claim>`: a function of the state. It asks (actions) and never decides.

import type { ReadonlySignal } from '@preact/signals'
import { type ComponentChild, Fragment, h } from 'preact'
import type { Actions } from '../checkout/create-checkout.ts'
import type { Deadline } from '../checkout/deadline.ts'
import { asksForCode, isPromisedElsewhere, type State, sessionOf } from '../checkout/state.ts'
import type { Messages } from '../locales/messages.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Money } from '../protocol/money.ts'
import { hasHostedPage } from '../protocol/session.ts'
import { ChoiceFields, type ChoiceModel } from './choice-fields.tsx'
import { CodeField, type CodeModel } from './code-field.tsx'
import { fillMessage } from './fill-message.tsx'
import { Icon } from './icons.tsx'
import type { Notice } from './notice.ts'
import { Button, Panel } from './panel.tsx'
import { PhoneCode } from './phone-code.tsx'
import { shownTime } from './time-text.ts'

/** What the page says of an element, and of the browser that it is shown in. */
export interface ElementSettings {
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
  readonly canReload: boolean
}

/**
 * What a checkout shows. Values are drawn by the element, before the line that changed them is over; what changes inside
 * one screen is a signal, and its part of the screen draws itself.
 */
export interface CheckoutModel {
  readonly state: State
  readonly page: ElementSettings
  readonly messages: Messages
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
  const { state, messages, notice, amount, amountDiffers: differs, deadline } = model
  // Before "Try again" the amount is seen, too (WCAG 3.3.4), also where no session came about.
  const isKnown = sessionOf(state)?.amount || state.phase === 'error'
  return (
    <>
      {notice && (
        <Panel notice={notice}>
          {amount && isKnown && (state.phase !== 'cancelled' || differs) && (
            <p class="text" part="amount">
              {...(differs
                ? fillMessage(messages.amountDiffers, amount)
                : [`${messages.amount} `, <bdi>{amount}</bdi>])}
            </p>
          )}
          <TimeLeft deadline={deadline} messages={messages} />
          <PanelButtons {...model} />
        </Panel>
      )}
      {!notice && amount && differs && (
        <p class="hint" part="hint">
          {...fillMessage(messages.amountDiffers, amount)}
        </p>
      )}
      <PayButton {...model} />
    </>
  )
}

/** Draws itself each second. */
function TimeLeft({ deadline: { value: left }, messages }: Pick<CheckoutModel, 'deadline' | 'messages'>) {
  return (
    left && (
      <p class="text" part="time">
        {...(left.seconds ? fillMessage(messages.timeLeft, shownTime(left)) : [messages.timeUp])}
      </p>
    )
  )
}

function PanelButtons({ state, page, messages, actions, code }: CheckoutModel) {
  const waiting = state.phase === 'waiting' && !isPromisedElsewhere(state) ? state : null
  if (!waiting && state.phase !== 'loading') return null
  const hosted = waiting?.hosted
  const inWindow = hosted === 'popup'
  const mayHavePaid = hosted !== 'refused' && hosted !== 'redirect'
  return (
    <>
      {asksForCode(state) && <CodeField code={code} messages={messages} onSubmit={actions.open} />}
      <div class="row">
        {waiting && hasHostedPage(waiting.session) && (
          <Button
            key="open"
            look={inWindow || hosted === 'returned' ? 'plain' : 'primary'}
            onPress={actions.open}
          >
            {inWindow ? messages.show : messages.reopen}
          </Button>
        )}
        {waiting && mayHavePaid && (
          <Button key="check" look="plain" onPress={actions.check}>
            {messages.check}
          </Button>
        )}
        <Button key="cancel" look="quiet" onPress={actions.cancel}>
          {messages.cancel}
        </Button>
      </div>
      {waiting && page.offersPhone && hosted !== 'returned' && (
        <PhoneCode session={waiting.session} messages={messages} />
      )}
    </>
  )
}

function PayButton(model: CheckoutModel) {
  const { state, page, messages, actions, choice, code } = model
  const { disabled, opensWindow, payee, methods } = page
  const again = state.phase === 'failed' || state.phase === 'expired' || state.phase === 'error'
  const busy = state.phase === 'creating'
  if (!isOffered(model)) return null
  return (
    <>
      {!busy && methods && (
        <ChoiceFields choice={choice} messages={messages} disabled={disabled} onSubmit={actions.open} />
      )}
      {asksForCode(state) && (
        <CodeField
          code={code}
          messages={messages}
          disabled={disabled}
          isBusy={busy}
          onSubmit={actions.open}
        />
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
        <span>{...(busy ? [messages.opening] : again ? [messages.retry] : payLabel(model))}</span>
      </button>
      {busy ? (
        <div class="below">
          <Button look="quiet" onPress={actions.cancel}>
            {messages.cancel}
          </Button>
        </div>
      ) : (
        <p class="hint" part="hint" id="hint">
          {...fillMessage(messages.payee, payee)} {opensWindow ? messages.opensWindow : messages.opensHere}
        </p>
      )}
    </>
  )
}

function isOffered({ state, page: { canCreate, canReload } }: CheckoutModel): boolean {
  if (isPromisedElsewhere(state)) return false
  switch (state.phase) {
    case 'idle':
    case 'creating':
      return true
    case 'cancelled':
      return canCreate || (state.session ? state.session.outcome === 'open' : canReload)
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
function payLabel({ messages, page: { label, hasContent }, amount }: CheckoutModel): ComponentChild[] {
  const text = label ? [label] : amount ? fillMessage(messages.pay, amount) : [messages.payPlain]
  return [<slot key="slot" hidden={!hasContent} />, ...(hasContent ? [] : text)]
}
