// The alerts as HTML: the one that the address names, then the open ones with what to do and the form that settles each, then the
// settled ones.
import { html } from 'hono/html'
import { moneyText } from '../../../protocol/money-text.ts'
import type { Alert } from '../../order/alert-list.ts'
import type { Settlement } from '../../order/rules/settled.ts'
import { type Frame, layout, noteOf } from './layout.ts'
import { lookUpForms, timeOf } from './look-ups.ts'

/** Why an alert was not settled, with what was typed. */
export interface Refused {
  readonly text: string
  readonly as: string
  readonly note: string
}

export interface AlertsPage {
  /** The alert that the address names; `null` when it names none, or none that there is. */
  readonly named: Alert | null
  /** Whether the address names an alert that there is not. */
  readonly isUnknown: boolean
  /** All that are listed, the open ones first. */
  readonly alerts: readonly Alert[]
  /** How many are open, also those that are not listed. */
  readonly openCount: number
  /** About the named alert. */
  readonly refused: Refused | null
}

/** What each settlement means, for the person who chooses. */
const meanings: Readonly<Record<Settlement, string>> = {
  accepted: 'The money stays with you, and it pays the order.',
  refunded: 'The money was given back at the payment service. Settling itself moves no money.',
  noted: 'Nothing changes but this list.',
}

export function alertsPage(frame: Frame, { named, isUnknown, alerts, openCount, refused }: AlertsPage) {
  const others = alerts.filter(({ id }) => id !== named?.id)
  const [open, settled] = [others.filter(isOpen), others.filter((alert) => !isOpen(alert))]
  const more = openCount - (named && isOpen(named) ? 1 : 0)
  return layout(
    frame,
    named ? titleOf(named) : 'Alerts',
    html`${isUnknown && html`<p class="refusal" role="alert">There is no such alert.</p>`}
${named && html`<article class="${stateOf(named)}">${alertContent(frame, named, refused)}</article>`}
<section aria-labelledby="open">
<h2 id="open">${countText(more, named !== null)}</h2>
${more > open.length && html`<p>The newest ${open.length} of them:</p>`}
${open.map((alert) => articleOf(frame, alert))}
</section>
${
  settled.length > 0 &&
  html`<section aria-labelledby="settled"><h2 id="settled">Settled alerts</h2>
${settled.map((alert) => articleOf(frame, alert))}
</section>`
}
${lookUpForms(frame, {})}`,
  )
}

const isOpen = ({ settled }: Alert) => settled === null
const stateOf = (alert: Alert) => (isOpen(alert) ? 'open' : 'settled')

const titleOf = ({ id, kind, settled }: Alert) =>
  `Alert ${id}: ${kind.replaceAll('_', ' ')}${settled ? ', settled' : ''}`

function countText(count: number, isOther: boolean): string {
  const what = `${isOther ? 'other ' : ''}open alert`
  return `${count === 0 ? 'No' : count} ${what}${count === 1 ? '' : 's'}`
}

const articleOf = (frame: Frame, alert: Alert) => html`<article class="${stateOf(alert)}">
<h3>${titleOf(alert)}</h3>
${alertContent(frame, alert, null)}
</article>`

function alertContent(frame: Frame, alert: Alert, refused: Refused | null) {
  const { subject, amount, detail, what_to_do, created_at, settled, settle_as } = alert
  return html`${refused && html`<p class="refusal" role="alert">${refused.text}</p>${settled && noteOf(refused.note)}`}
<dl>
${
  settled &&
  html`<div><dt>Settled</dt><dd>as <strong>${settled.as}</strong> by <bdi>${settled.by}</bdi>, ${timeOf(settled.at)}</dd></div>
${settled.note && html`<div><dt>Note</dt><dd><bdi>${settled.note}</bdi></dd></div>`}`
}
${!settled && html`<div class="do"><dt>What to do</dt><dd>${what_to_do}</dd></div>`}
<div><dt>What happened</dt><dd><bdi>${detail}</bdi></dd></div>
${subject !== null && html`<div><dt>Order</dt><dd><a href="${frame.up}backoffice?${new URLSearchParams({ order: subject })}"><bdi>${subject}</bdi></a></dd></div>`}
${amount && html`<div><dt>Amount of the payment</dt><dd>${moneyText(amount, 'en')}</dd></div>`}
<div><dt>Raised</dt><dd>${timeOf(created_at)}</dd></div>
</dl>
${settle_as.length > 0 && settleForm(frame, alert, refused)}`
}

/**
 * The form that settles an alert. Where there is a choice nothing is chosen before, and two steps are needed: an order that is
 * fulfilled by mistake cannot be called back.
 */
function settleForm({ up }: Frame, { id, settle_as: ways }: Alert, refused: Refused | null) {
  const [only] = ways.length === 1 ? ways : []
  return html`<form method="post" action="${up}backoffice/settle">
<input type="hidden" name="alert" value="${id}">
${
  only === undefined
    ? html`<fieldset><legend>How do you settle alert ${id}?</legend>
${ways.map((way) => html`<label><input type="radio" name="as" value="${way}" required${way === refused?.as && html` checked`}> <span><strong>As ${way}.</strong> ${meanings[way]}</span></label>`)}
</fieldset>`
    : html`<input type="hidden" name="as" value="${only}">`
}
<p><label for="note-${id}">Note (optional)</label>
<textarea id="note-${id}" name="note" rows="2" maxlength="1000">${refused?.note ?? ''}</textarea></p>
${only && html`<small>${meanings[only]}</small>`}
<button>Settle alert ${id}${only && ` as ${only}`}</button>
</form>`
}
