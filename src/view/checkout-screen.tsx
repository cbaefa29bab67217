// The face of `<payin-checkout>`: a function of the state. It asks (actions) and never decides.

import type { Actions } from '../checkout/create-checkout.ts'
import { type State, sessionOf } from '../checkout/state.ts'
import type { Sentences } from '../locales/en.ts'
import { type Money, sameMoney } from '../protocol/money.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { Fragment, h } from './dom.ts'
import { Icon } from './icons.tsx'
import { moneyText } from './money-text.ts'
import { noticeOf } from './notice.ts'
import { Button, Panel } from './panel.tsx'

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
  readonly opensWindow: boolean
  /** Whether a new session can be made: without an order there is nothing to retry. */
  readonly canCreate: boolean
}

/** Everything that a shopper sees of a checkout. */
export function CheckoutScreen(props: CheckoutScreenProps) {
  const { state, say, lang, shownAmount } = props
  const notice = noticeOf(state, say)
  const amount = sessionOf(state)?.amount ?? null
  const differs = amount && shownAmount && !sameMoney(amount, shownAmount)
  return (
    <>
      {notice && (
        <Panel notice={notice}>
          {amount && (state.phase !== 'cancelled' || differs) && (
            <p class="text" part="amount">
              {differs ? (
                <Sentence text={say.amountDiffers} amount={moneyText(amount, lang)} />
              ) : (
                <>
                  {say.amount} <bdi class="amount">{moneyText(amount, lang)}</bdi>
                </>
              )}
            </p>
          )}
          <PanelButtons {...props} />
        </Panel>
      )}
      {!notice && differs && (
        <p class="hint" part="hint">
          <Sentence text={say.amountDiffers} amount={moneyText(amount, lang)} />
        </p>
      )}
      <PayButton {...props} />
    </>
  )
}

function PanelButtons({ state, say, actions }: CheckoutScreenProps) {
  if (state.phase === 'loading') {
    return (
      <div class="row">
        <Button look="quiet" onPress={actions.cancel}>
          {say.cancel}
        </Button>
      </div>
    )
  }
  if (state.phase !== 'waiting') return null
  const inWindow = state.hosted === 'popup'
  const canOpen = parseRedirectUrl(state.session.redirect_url) !== null
  const mayHavePaid = state.hosted !== 'refused' && state.hosted !== 'redirect'
  return (
    <div class="row">
      {canOpen && (
        <Button look={inWindow || state.hosted === 'returned' ? 'plain' : 'primary'} onPress={actions.open}>
          {inWindow ? say.show : say.reopen}
        </Button>
      )}
      {mayHavePaid && (
        <Button look="plain" onPress={actions.check}>
          {say.check}
        </Button>
      )}
      <Button look="quiet" onPress={actions.cancel}>
        {say.cancel}
      </Button>
    </div>
  )
}

function PayButton(props: CheckoutScreenProps) {
  const { state, say, actions, disabled, opensWindow } = props
  const again = state.phase === 'failed' || state.phase === 'expired' || state.phase === 'error'
  const busy = state.phase === 'creating'
  if (!isOffered(props)) return null
  const amount = sessionOf(state)?.amount ?? props.shownAmount
  return (
    <>
      <button
        type="button"
        class="pay"
        part="pay"
        disabled={disabled}
        aria-busy={String(busy)}
        aria-disabled={String(busy)}
        aria-describedby={again || busy ? undefined : 'hint'}
        onClick={actions.open}
      >
        <Icon name={busy ? 'busy' : 'lock'} />
        <span>{busy ? say.opening : again ? say.retry : <PayLabel {...props} amount={amount} />}</span>
      </button>
      {busy && (
        <div class="below">
          <Button look="quiet" onPress={actions.cancel}>
            {say.cancel}
          </Button>
        </div>
      )}
      {!busy && !again && (
        <p class="hint" part="hint" id="hint">
          {opensWindow ? say.opensWindow : say.opensHere}
        </p>
      )}
    </>
  )
}

function isOffered({ state, canCreate }: CheckoutScreenProps): boolean {
  switch (state.phase) {
    case 'idle':
    case 'creating':
      return true
    case 'cancelled':
      return canCreate || state.session?.outcome === 'open'
    case 'failed':
    case 'expired':
      return canCreate
    case 'error':
      return state.error.kind !== 'already_paid' && (canCreate || state.error.kind === 'misconfigured')
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
  const text = amount ? <Sentence text={say.pay} amount={moneyText(amount, lang)} /> : say.payPlain
  return (
    <>
      <slot hidden={!hasContent} />
      {!hasContent && (label || text)}
    </>
  )
}

/** A sentence with its amount isolated: "49,90 €" must keep its order inside right-to-left text. */
function Sentence({ text, amount }: { readonly text: string; readonly amount: string }) {
  const [before = '', after = ''] = text.split('{amount}')
  return (
    <>
      {before}
      <bdi>{amount}</bdi>
      {after}
    </>
  )
}
