// What the payer sees when there is nothing to pay (any more).
import { html } from 'hono/html'
import type { Payin } from '../payins.ts'
import type { PayinStatus, PayinStatusDetails } from '../transitions.ts'
import { amountText } from './amount-text.ts'
import { renderDocument } from './document.ts'
import { doneIcon, stoppedIcon, waitingIcon } from './icons.ts'

type Content = ReturnType<typeof html>
type Tone = 'done' | 'waiting' | 'stopped'
type Message = { tone: Tone; title: string; text: string }

type EndedStatus = Exclude<PayinStatus, 'CREATED' | 'INITIATED'>

const messages: Record<EndedStatus, Message> = {
  AUTHORIZED: {
    tone: 'done',
    title: 'Payment authorised',
    text: 'You have already authorised this payment. There is nothing more to do here.',
  },
  SETTLED: {
    tone: 'done',
    title: 'Payment settled',
    text: 'Your money is on its way to the merchant. There is nothing more to do here.',
  },
  COMPLETED: {
    tone: 'done',
    title: 'Payment complete',
    text: 'This payment has been made. You will not be charged again.',
  },
  DISPUTED: {
    tone: 'waiting',
    title: 'Payment under review',
    text: 'This payment is being looked at. You do not need to pay again.',
  },
  FAILED: { tone: 'stopped', title: 'Payment not completed', text: 'You have not been charged.' },
  EXPIRED: {
    tone: 'waiting',
    title: 'This payment has expired',
    text: 'The time to pay is over and you have not been charged. Please start again at the merchant.',
  },
}

const reasons: Record<PayinStatusDetails, string> = {
  INSUFFICIENT_FUNDS: 'There was not enough balance or credit.',
  DECLINED_BY_ISSUER: 'Your bank or card issuer refused the payment.',
  INSTRUMENT_INVALID: 'The card or account details were not accepted.',
  INSTRUMENT_BLOCKED: 'This card or account cannot be used.',
  AUTHORIZATION_FAILED: 'The payment could not be confirmed with your bank.',
  DECLINED_BY_PAYER: 'You cancelled the payment.',
  RISK_REJECTED: 'The payment could not be accepted.',
  PROVIDER_ERROR: 'A technical problem stopped the payment.',
  OTHER: 'The payment could not be made.',
}

const icons: Record<Tone, Content> = { done: doneIcon, waiting: waitingIcon, stopped: stoppedIcon }

export function renderStatusPage(payin: Payin): Content {
  const { status } = payin
  if (status === 'CREATED' || status === 'INITIATED')
    throw new Error(`A payin that is ${status} can be paid.`)
  const message = messages[status]
  const reason = payin.status_details ? reasons[payin.status_details] : undefined
  const text = reason ? `${reason} ${message.text}` : message.text
  return renderMessage(
    { ...message, text },
    html`<dl>
        <div><dt>Amount</dt><dd><bdi>${amountText(payin.amount)}</bdi></dd></div>
        ${payin.reference === undefined ? '' : html`<div><dt>Reference</dt><dd><bdi>${payin.reference}</bdi></dd></div>`}
      </dl>
      <a class="pay-button" href="${payin.return_url}">Return to ${new URL(payin.return_url).host}</a>`,
  )
}

export function renderUnknownPage(): Content {
  const title = 'We do not know this payment'
  const text =
    'The link may be incomplete, or the sandbox was restarted. Please go back to the merchant and try again.'
  return renderMessage({ tone: 'stopped', title, text }, html``)
}

function renderMessage({ tone, title, text }: Message, more: Content): Content {
  return renderDocument(
    title,
    html`<main class="message message-${tone}">
      <span class="message-icon">${icons[tone]}</span>
      <h1>${title}</h1>
      <p>${text}</p>
      ${more}
    </main>`,
  )
}
