// The face of `<payin-checkout>` and `<payout-claim>`: a function of the state. It asks (actions) and never decides.

import { Fragment, h } from 'preact'
import type { Actions } from '../checkout/create-checkout.ts'
import type { Deadline } from '../checkout/deadline.ts'
import { asksForCode, isPromisedElsewhere, type State, sessionOf } from '../checkout/state.ts'
import type { Sentences } from '../locales/sentences.ts'
import { type Money, sameMoney } from '../protocol/money.ts'
import { hasHostedPage } from '../protocol/session.ts'
import { ChoiceFields, type ChoiceProps } from './choice-fields.tsx'
import { CodeField, type CodeProps } from './code-field.tsx'
import { Icon } from './icons.tsx'
import { moneyText } from './money-text.ts'
import { noticeOf } from './notice.ts'
import { Button, Panel } from './panel.tsx'
import { PhoneCode } from './phone-code.tsx'
import { Sentence } from './sentence.tsx'
import { shownTime } from './time-text.ts'

export interface CheckoutScreenProps {
  readonly state: State
  readonly say: Sentences
  readonly actions: Actions
  /** From the attributes, until the session's own is known. */
  readonly shownAmount: Money | null
  readonly lang: string
  readonly label: string
  /** Whether the page's own content takes the place of the label. */
  readonly hasContent: boolean
  readonly disabled: boolean
  readonly payee: string
  readonly opensWindow: boolean
  /** Whether another device may go on: not where this one is a phone. */
  readonly offersPhone: boolean
  /** Whether the code for the phone is shown. */
  readonly phoneIsOpen: boolean
  readonly onPhone: (isOpen: boolean) => void
  /** Whether a new session can be made: without an order there is nothing to retry. */
  readonly canCreate: boolean
  /** Whether there is a session of the page's to look for again. */
  readonly canLook: boolean
  readonly deadline: Deadline | null
  readonly choice: Omit<ChoiceProps, 'disabled'>
  readonly code: Pick<CodeProps, 'text' | 'problem' | 'onType' | 'onSubmit'>
}

/** Everything that a shopper sees of a checkout. */
export function CheckoutScreen(props: CheckoutScreenProps) {
  const { state, say, lang, shownAmount, deadline } = props
  const notice = noticeOf(state, say)
  // Before "Try again" the amount is seen, too (WCAG 3.3.4), also where no session came about.
  const amount = sessionOf(state)?.amount ?? (state.phase === 'error' ? shownAmount : null)
  const differs = amount && shownAmount && !sameMoney(amount, shownAmount)
  return (
    <>
      {notice && (
        <Panel notice={notice}>
          {amount && (state.phase !== 'cancelled' || differs) && (
            <p class="text" part="amount">
              {differs ? (
                <Sentence text={say.amountDiffers} value={moneyText(amount, lang)} />
              ) : (
                <>
                  {say.amount} <bdi>{moneyText(amount, lang)}</bdi>
                </>
              )}
            </p>
          )}
          {deadline && (
            <p class="text" part="time">
              {deadline.seconds ? <Sentence text={say.timeLeft} value={shownTime(deadline)} /> : say.timeUp}
            </p>
          )}
          <PanelButtons {...props} />
        </Panel>
      )}
      {!notice && differs && (
        <p class="hint" part="hint">
          <Sentence text={say.amountDiffers} value={moneyText(amount, lang)} />
        </p>
      )}
      <PayButton {...props} />
    </>
  )
}

function PanelButtons(props: CheckoutScreenProps) {
  const { state, say, actions, offersPhone, phoneIsOpen, onPhone, code } = props
  const waiting = state.phase === 'waiting' && !isPromisedElsewhere(state) ? state : null
  if (!waiting && state.phase !== 'loading') return null
  const hosted = waiting?.hosted
  const inWindow = hosted === 'popup'
  const mayHavePaid = hosted !== 'refused' && hosted !== 'redirect'
  return (
    <>
      {asksForCode(state) && <CodeField {...code} say={say} />}
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
      {waiting && offersPhone && hosted !== 'returned' && (
        <PhoneCode session={waiting.session} say={say} isOpen={phoneIsOpen} onToggle={onPhone} />
      )}
    </>
  )
}

function PayButton(props: CheckoutScreenProps) {
  const { state, say, actions, disabled, opensWindow, payee, choice, code } = props
  const again = state.phase === 'failed' || state.phase === 'expired' || state.phase === 'error'
  const busy = state.phase === 'creating'
  if (!isOffered(props)) return null
  const amount = sessionOf(state)?.amount ?? props.shownAmount
  return (
    <>
      {!busy && <ChoiceFields {...choice} disabled={disabled} />}
      {asksForCode(state) && <CodeField {...code} say={say} disabled={disabled} isBusy={busy} />}
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
        <span>{busy ? say.opening : again ? say.retry : <PayLabel {...props} amount={amount} />}</span>
      </button>
      {busy ? (
        <div class="below">
          <Button look="quiet" onPress={actions.cancel}>
            {say.cancel}
          </Button>
        </div>
      ) : (
        <p class="hint" part="hint" id="hint">
          <Sentence text={say.payee} value={payee} /> {opensWindow ? say.opensWindow : say.opensHere}
        </p>
      )}
    </>
  )
}

function isOffered({ state, canCreate, canLook }: CheckoutScreenProps): boolean {
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
function PayLabel({
  say,
  lang,
  label,
  hasContent,
  amount,
}: CheckoutScreenProps & { readonly amount: Money | null }) {
  const text = amount ? <Sentence text={say.pay} value={moneyText(amount, lang)} /> : say.payPlain
  return (
    <>
      <slot hidden={!hasContent} />
      {!hasContent && (label || text)}
    </>
  )
}
