// The screen of `<payin-checkout>` and `<payout-claim>`: a function of the state. It calls actions and decides nothing
// about the payment.

import type { ReadonlySignal } from '@preact/signals'
import { type ComponentChild, Fragment, h } from 'preact'
import type { Actions } from '../checkout/checkout.ts'
import type { Deadline } from '../checkout/deadline.ts'
import { asksForCode, faultIn, isAuthorizedElsewhere, type State, sessionOf } from '../checkout/state.ts'
import type { Messages } from '../locales/messages.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Money } from '../protocol/money.ts'
import { ChoiceFields, type ChoiceModel } from './choice-fields.tsx'
import { CodeField, type CodeModel } from './code-field.tsx'
import { fillMessage } from './fill-message.tsx'
import { Icon } from './icons.tsx'
import type { Notice } from './notice.ts'
import { Button, Panel } from './panel.tsx'
import { PhoneCode } from './phone-code.tsx'
import { paidIn, Receipt } from './receipt.tsx'
import { shownTime } from './time-text.ts'

/** What the page has put into the element: nothing, the label of its button, or a part of the page. */
export type Content = '' | 'label' | 'page'

/** The element's attributes and what the browser supports, as settings for the screen. */
export interface ElementSettings {
  readonly lang: string
  readonly label: string
  /** Whether the press places the order. */
  readonly orders: boolean
  readonly content: Content
  readonly disabled: boolean
  readonly payee: string
  /** Shown until the session's own amount is known. */
  readonly amount: Money | null
  readonly kind: Kind
  readonly methods: string
  readonly opensWindow: boolean
  /** Whether to offer to continue on a phone: not if this device is one. */
  readonly offersPhone: boolean
  /** Whether a new session can be created. Without an order there is nothing to retry. */
  readonly canCreate: boolean
  /** Whether the page names a session that can be read again. */
  readonly canReload: boolean
}

/**
 * What a checkout shows. When a value changes, the element renders the whole screen synchronously. What changes within one
 * screen is a signal, and only its part of the screen renders again.
 */
export interface CheckoutModel {
  readonly state: State
  readonly page: ElementSettings
  readonly messages: Messages
  readonly notice: Notice | null
  /** The amount to pay, in the shopper's language. */
  readonly amount: string | null
  /** The amount that was known before the order’s price changed, if it reads otherwise. */
  readonly amountBefore: string | null | undefined | false
  /** Whether the amount of the page differs from that of the session. */
  readonly amountDiffers: boolean
  readonly actions: Actions
  /** These belong to a payment. `undefined` before there is one, and where the page offers no methods. */
  readonly deadline: ReadonlySignal<Deadline | null> | undefined
  readonly choice: ChoiceModel | undefined
  readonly code: CodeModel | undefined
}

/** Everything that a shopper sees of a checkout. */
export function CheckoutScreen(model: CheckoutModel) {
  const { state, page, messages, notice, amount, amountBefore, amountDiffers, deadline } = model
  const session = sessionOf(state)
  const paid = paidIn(state)
  const offered = isOffered(model)
  // Where nothing can be paid, no amount is to be paid.
  const differs = amountDiffers && (state.phase === 'waiting' || offered)
  // Before "Try again" the amount must be visible (WCAG 3.3.4), even if no session was created.
  const isKnown = session?.amount || state.phase === 'error'
  const shown = !paid && amount && isKnown && (state.phase !== 'cancelled' || differs)
  const requestId = faultIn(state)?.requestId
  return (
    <>
      {notice && (
        <Panel notice={notice}>
          {amountBefore && (
            <p class="text" part="text">
              {...fillMessage(messages.priceChanged[1], amountBefore)}
            </p>
          )}
          <p class="text">
            {shown && (
              <span part="amount">
                {...(differs ? fillMessage(messages.amountDiffers, amount) : [<bdi>{amount}</bdi>])}
              </span>
            )}
            {state.phase === 'waiting' && <TimeLeft deadline={deadline} messages={messages} />}
          </p>
          {requestId && (
            <p class="text" part="support">
              {messages.support} <bdi>{requestId}</bdi>
            </p>
          )}
          {paid && (
            <Receipt session={paid} amount={amount} payee={page.payee} lang={page.lang} messages={messages} />
          )}
          {state.phase === 'complete' && <slot name="complete" />}
          <PanelButtons {...model} />
        </Panel>
      )}
      {!notice && amount && differs && (
        <p class="hint" part="hint">
          {...fillMessage(messages.amountDiffers, amount)}
        </p>
      )}
      {offered && <PayButton {...model} />}
      {page.content === 'page' && <slot key="page" style={partOfPage} />}
    </>
  )
}

/** It is visible while our language loads, too. */
const partOfPage = { display: 'block', visibility: 'visible' }

/** Renders by itself each second. */
function TimeLeft({ deadline, messages }: Pick<CheckoutModel, 'deadline' | 'messages'>) {
  const left = deadline?.value
  return (
    left && (
      <span part="time">
        {...(left.seconds ? fillMessage(messages.timeLeft, shownTime(left)) : [messages.timeUp])}
      </span>
    )
  )
}

function PanelButtons({ state, page, messages, actions, code }: CheckoutModel) {
  const waiting = state.phase === 'waiting' && !isAuthorizedElsewhere(state) ? state : null
  if (!waiting && state.phase !== 'loading') return null
  const hosted = waiting?.hosted
  const inWindow = hosted === 'popup'
  // The shopper is at the hosted page or was there, so there is nothing to press first.
  const isQuiet = inWindow || hosted === 'returned'
  const mayHavePaid = hosted !== 'refused' && hosted !== 'redirect'
  const open = waiting && (
    <Button key="open" look={isQuiet ? 'quiet' : 'primary'} onPress={actions.open}>
      {inWindow ? messages.show : messages.reopen}
    </Button>
  )
  return (
    <>
      {code && asksForCode(state) && <CodeField code={code} messages={messages} onSubmit={actions.open} />}
      {!isQuiet && open}
      <div class="row">
        {isQuiet && open}
        {waiting && mayHavePaid && (
          <Button key="check" look="quiet" onPress={actions.check}>
            {messages.check}
          </Button>
        )}
        <Button key="cancel" look="quiet" onPress={actions.cancel}>
          {messages.cancel}
        </Button>
        {waiting && page.offersPhone && hosted !== 'returned' && (
          <PhoneCode session={waiting.session} messages={messages} askUrl={actions.askPhoneUrl} />
        )}
      </div>
    </>
  )
}

function PayButton(model: CheckoutModel) {
  const { state, page, messages, notice, actions, choice, code } = model
  const { disabled, opensWindow, payee, methods } = page
  const again = /failed|expired|error/.test(state.phase) && faultIn(state)?.kind !== 'price_changed'
  const busy = state.phase === 'creating'
  return (
    <>
      {choice && methods && (
        <ChoiceFields
          choice={choice}
          messages={messages}
          disabled={disabled || busy}
          isFolded={again && !/choice|two/.test(`${faultIn(state)?.kind}`)}
          onSubmit={actions.open}
        />
      )}
      {code && asksForCode(state) && (
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
        aria-describedby={busy || notice ? undefined : 'hint'}
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
        !notice && (
          <p class="hint" part="hint" id="hint">
            {...fillMessage(messages.payee, payee)} {opensWindow ? messages.opensWindow : messages.opensHere}
          </p>
        )
      )}
    </>
  )
}

function isOffered({ state, page: { canCreate, canReload } }: CheckoutModel): boolean {
  if (isAuthorizedElsewhere(state)) return false
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
      // A shopper who may have paid already must contact the shop first.
      if (/paid|found|promised|withdrawn/.test(state.error.kind)) return false
      return canCreate || state.error.kind === 'misconfigured' || 'paused' in state
    default:
      return false
  }
}

/** The page's own content, the label, or the amount. The hidden slot stays, because its `slotchange` reports late content. */
function payLabel({ messages, page, amount }: CheckoutModel): ComponentChild[] {
  const { label, orders, content } = page
  const hasContent = content === 'label'
  const own = label || (orders && messages.order)
  const text = own ? [own] : amount ? fillMessage(messages.pay, amount) : [messages.payPlain]
  const slot = content === 'page' ? null : <slot key="slot" hidden={!hasContent} />
  return [slot, ...(hasContent ? [] : text)]
}
