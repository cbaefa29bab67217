// The pages of webhooks: every attempt with its bytes, its signature and the receiver's answer.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import type { Delivery } from '../service/webhook-post.ts'
import { type ListQuery, renderList } from './list-page.ts'
import {
  renderBadge,
  renderButton,
  renderCode,
  renderFacts,
  renderIdLink,
  renderJson,
  renderStatus,
  renderTable,
  renderTime,
} from './page-parts.ts'

const columns = ['Id', 'Answer', 'Event', 'Carries', 'Attempt', 'At (UTC)', 'Sent to']

export function renderAllDeliveries(newestFirst: readonly Delivery[], query: ListQuery): Content {
  return renderList(
    {
      title: 'Webhooks',
      path: '/sandbox/deliveries',
      items: newestFirst,
      searched: ({ event, object_id, url, body }) => [event, object_id, url, body],
      searchedNames: 'Event, address or anything in the body',
      columns,
      row: renderRow,
      empty: html`<p>No webhooks yet. An object that was created with a webhook address sends one for its changes; move one by hand to see it.</p>`,
    },
    query,
  )
}

/** A table of deliveries, for the page of their object. */
export function renderDeliveries(newestFirst: readonly Delivery[], empty: Content): Content {
  return renderTable({ label: 'Webhooks about it', columns, rows: newestFirst.map(renderRow), empty })
}

function renderRow(delivery: Delivery): Content {
  const { id, event, url, attempt, at } = delivery
  const status = statusIn(delivery.body)
  return html`<tr>
    <td>${renderIdLink(`/sandbox/deliveries/${id}`, id)}</td>
    <td>${renderAnswer(delivery)}</td>
    <td>${event}${delivery.forged ? html` ${renderBadge('forged', 'wait')}` : ''}</td>
    <td>${status === undefined ? '–' : renderStatus(status)}</td>
    <td>${attempt}</td>
    <td>${renderTime(at)}</td>
    <td class="address"><bdi>${url}</bdi></td>
  </tr>`
}

/** The status of the answer, and why it does not count as received. */
function renderAnswer({ status, error }: Delivery): Content {
  const underWay = status === null && error === null
  const tone = underWay ? 'calm' : error === null ? 'good' : 'bad'
  const text = underWay ? 'waiting' : (status ?? 'none')
  return html`${renderBadge(String(text), tone)}${error ? html` <small>${error}</small>` : ''}`
}

export function renderDelivery(delivery: Delivery): Content {
  const { id, event, object_id, url, attempt, at, signature, forged, body, answer } = delivery
  return html`<p class="crumbs hint"><a href="/sandbox/deliveries">Webhooks</a></p>
    <h1>${event} <small class="mono">${id}</small></h1>
    ${renderFacts([
      ['Answer', renderAnswer(delivery)],
      ['Sent to', html`<bdi>${url}</bdi>`],
      ['At', html`${renderTime(at)} UTC`],
      ['Attempt', String(attempt)],
      ['About', html`<a class="mono" href="${pathOf(delivery)}">${object_id}</a>`],
      [
        'X-Webhook-Signature',
        signature === null ? 'none: legacy webhooks are not signed' : html`<code>${signature}</code>`,
      ],
      forged && ['Forged', 'yes: created by the fault webhook_forged, with an invalid signature'],
    ])}
    ${renderButton(`/sandbox/panel/deliveries/${id}`, 'Send again', `/sandbox/deliveries/${id}`, 'primary')}
    <p class="hint">Sends the same bytes again as a new first attempt, without faults. By JSON: <code>POST /sandbox/deliveries/${id}/resend</code></p>
    <section aria-labelledby="body"><h2 id="body">Body</h2>${renderJson('Body, indented', parsed(body))}</section>
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

function pathOf({ event, object_id }: Delivery): string {
  return `${places[event]}/${object_id}`
}

function parsed(body: string): unknown {
  return JSON.parse(body)
}

/** Undefined for the webhook of an on-ramp, which is about a deposit and has no status. */
function statusIn(body: string): string | undefined {
  const { status } = JSON.parse(body) as { status?: string }
  return status
}
