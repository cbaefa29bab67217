// The pages of webhooks: every attempt with its bytes, its signature and the receiver's answer.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { Problem } from '../problem.ts'
import type { Delivery } from '../service/webhook-post.ts'
import type { Webhooks } from '../service/webhooks.ts'
import { createSection, type Section } from './list-page.ts'
import {
  type Column,
  renderBadge,
  renderButton,
  renderCode,
  renderFacts,
  renderIdLink,
  renderJson,
  renderTable,
  renderTime,
  statusOrDash,
} from './page-parts.ts'

const columns: readonly Column<Delivery>[] = [
  ['Id', ({ id }) => renderIdLink(`/sandbox/deliveries/${id}`, id)],
  ['Answer', renderAnswer],
  ['Event', ({ event, forged }) => html`${event}${forged ? html` ${renderBadge('forged', 'wait')}` : ''}`],
  ['Carries', ({ body }) => statusOrDash(statusIn(body))],
  ['Attempt', ({ attempt }) => attempt],
  ['At (UTC)', ({ at }) => renderTime(at)],
  ['Sent to', ({ url }) => html`<bdi>${url}</bdi>`, 'address'],
]

/** All attempts to deliver a webhook, and the page of each. */
export function deliverySection({ deliveries }: Webhooks): Section {
  return createSection<Delivery>({
    path: '/sandbox/deliveries',
    plural: 'webhooks',
    list: () => [...deliveries].reverse(),
    searched: ({ event, object_id, url, body }) => [event, object_id, url, body],
    searchedNames: 'Event, address or anything in the body',
    columns,
    empty: html`<p>No webhooks yet. An object that was created with a webhook address sends one for its changes; move one by hand to see it.</p>`,
    showItem(given) {
      const delivery = deliveries.find(({ id }) => id === given.toLowerCase())
      if (!delivery) throw new Problem(404, 'No webhook delivery has this id. The oldest are deleted first.')
      return { title: delivery.event, main: renderDelivery(delivery) }
    },
  })
}

/** A table of deliveries, for the page of their object. */
export function renderDeliveries(newestFirst: readonly Delivery[], empty: Content): Content {
  return renderTable({ label: 'Webhooks about it', columns, items: newestFirst, empty })
}

/** The status of the answer, and why it does not count as received. */
function renderAnswer({ status, error }: Delivery): Content {
  const underWay = status === null && error === null
  const tone = underWay ? 'calm' : error === null ? 'good' : 'bad'
  const text = underWay ? 'waiting' : (status ?? 'none')
  return html`${renderBadge(String(text), tone)}${error ? html` <small>${error}</small>` : ''}`
}

function renderDelivery(delivery: Delivery): Content {
  const { id, event, object_id, url, attempt, at, signature, forged, body, answer } = delivery
  return html`<p class="crumbs hint"><a href="/sandbox/deliveries">Webhooks</a></p>
    <h1>${event} <small class="mono">${id}</small></h1>
    ${renderFacts([
      ['Answer', renderAnswer(delivery)],
      ['Sent to', html`<bdi>${url}</bdi>`],
      ['At', html`${renderTime(at)} UTC`],
      ['Attempt', String(attempt)],
      ['About', html`<a class="mono" href="${places[event]}/${object_id}">${object_id}</a>`],
      [
        'X-Webhook-Signature',
        signature === null ? 'none: legacy webhooks are not signed' : html`<code>${signature}</code>`,
      ],
      forged && ['Forged', 'yes: created by the fault webhook_forged, with an invalid signature'],
    ])}
    ${renderButton(`/sandbox/panel/deliveries/${id}`, 'Send again', `/sandbox/deliveries/${id}`, 'primary')}
    <p class="hint">Sends the same bytes again as a new first attempt, without faults. By JSON: <code>POST /sandbox/deliveries/${id}/resend</code></p>
    <section aria-labelledby="body"><h2 id="body">Body</h2>${renderJson('Body, indented', JSON.parse(body))}</section>
    <section aria-labelledby="bytes"><h2 id="bytes">The very bytes that were sent</h2>${renderCode('Body as sent', body, 'wrapping')}</section>
    <section aria-labelledby="answer"><h2 id="answer">What the receiver answered</h2>
      ${answer ? renderCode('Answer', answer, 'wrapping') : html`<p class="box empty soft">${answer === null ? 'No answer.' : 'An answer without a body.'}</p>`}</section>`
}

const places = {
  payinStatusChanged: '/sandbox/payins',
  payoutStatusChanged: '/sandbox/payouts',
  bankTransferStatusUpdate: '/sandbox/bank-transfers',
  merchantOnRampSuccess: '/sandbox/on-ramps',
} as const

/** Undefined for the webhook of an on-ramp, which is about a deposit and has no status. */
function statusIn(body: string): string | undefined {
  const { status } = JSON.parse(body) as { status?: string }
  return status
}
