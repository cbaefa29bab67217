// The same state for people: payins with their hosted link, webhook attempts, calls. Read only.
import { html } from 'hono/html'
import type { createFaultSwitches } from '../faults.ts'
import { amountText } from '../hosted/amount-text.ts'
import { renderHead } from '../hosted/document.ts'
import { brandMark } from '../hosted/icons.ts'
import type { Payin } from '../payins.ts'
import type { LoggedRequest } from '../request-log.ts'
import type { Delivery } from '../webhooks.ts'

type Content = ReturnType<typeof html>
type State = { payins: readonly Payin[]; deliveries: readonly Delivery[]; requests: readonly LoggedRequest[] }
type ShownFaults = ReturnType<ReturnType<typeof createFaultSwitches>['show']>

const shownRows = 100

export function renderInspectionPage(state: State, faults: ShownFaults): Content {
  return html`<!doctype html>
<html lang="en">
  ${renderHead('Sandbox', html`<link rel="stylesheet" href="/sandbox/styles.css">`)}
  <body>
    <header class="masthead">
      <span class="brand">${brandMark}<span class="brand-name">Tidewell</span></span>
      <nav><a href="/sandbox">Refresh</a> <a href="/sandbox/state">As JSON</a></nav>
    </header>
    <main class="inspection">
      <div class="intro">
        <h1>Sandbox</h1>
        <p>What merchants created, what payers did, and the webhooks that told about it. Newest first; a restart forgets everything.</p>
        ${renderFaults(faults)}
      </div>
      ${renderSection('Payins', ['Status', 'Amount', 'Reference', 'Created', 'Hosted page'], state.payins.map(payinRow), 'No payins yet. Create one with POST /api/v2/payins.')}
      ${renderSection('Webhook attempts', ['Answer', 'Carried', 'Sent to', 'Attempt', 'At'], newestFirst(state.deliveries).map(deliveryRow), 'No webhooks yet. A payin with a webhook_url sends one for every change of status.')}
      ${renderSection('API calls', ['Answer', 'Call', 'Idempotency key', 'At'], newestFirst(state.requests).map(requestRow), 'No calls to /api/v2 yet.')}
    </main>
  </body>
</html>`
}

function newestFirst<T>(items: readonly T[]): readonly T[] {
  return items.slice(-shownRows).reverse()
}

function renderFaults({ webhooks, webhooks_left, create, create_left }: ShownFaults): Content | '' {
  const active = [
    ...(webhooks === 'deliver' ? [] : [`webhooks: ${webhooks}${left(webhooks_left)}`]),
    ...(create === 'none' ? [] : [`create: ${create}${left(create_left)}`]),
  ]
  return active.length === 0
    ? ''
    : html`<p class="fault-note"><strong>Fault switched on</strong> ${active.join(', ')}</p>`
}

function left(count: number | null): string {
  return count === null ? '' : ` (${count} left)`
}

function renderSection(
  title: string,
  columns: readonly string[],
  rows: readonly Content[],
  empty: string,
): Content {
  const id = title.toLowerCase().replaceAll(' ', '-')
  const shown = rows.slice(0, shownRows)
  if (shown.length === 0) return html`<section><h2>${title}</h2><p class="empty">${empty}</p></section>`
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title} <span class="count">${rows.length}</span></h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table>
      <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${shown}</tbody>
    </table></div>
  </section>`
}

function payinRow(payin: Payin): Content {
  return html`<tr>
    <td>${badge(payin.status, payinTone(payin.status))} ${payin.status_details ? html`<small>${payin.status_details}</small>` : ''}</td>
    <td class="number">${amountText(payin.amount)}</td>
    <td><bdi>${payin.reference ?? '–'}</bdi></td>
    <td>${when(payin.created_at)}</td>
    <td><a href="${payin.redirect_url}">Open<span class="visually-hidden"> the hosted page of payin ${payin.id}</span></a></td>
  </tr>`
}

function deliveryRow(delivery: Delivery): Content {
  const accepted = delivery.status !== null && delivery.status < 300
  const underWay = delivery.status === null && delivery.error === null
  const answer = underWay ? 'waiting' : (delivery.status ?? 'none')
  return html`<tr>
    <td>${badge(String(answer), underWay ? 'calm' : accepted ? 'good' : 'bad')} ${delivery.error ? html`<small>${delivery.error}</small>` : ''}</td>
    <td>${(JSON.parse(delivery.body) as Payin).status}</td>
    <td class="address"><bdi>${delivery.url}</bdi></td>
    <td class="number">${delivery.attempt}</td>
    <td>${when(delivery.at)}</td>
  </tr>`
}

function requestRow(request: LoggedRequest): Content {
  const tone = request.status === null ? 'calm' : request.status < 400 ? 'good' : 'bad'
  return html`<tr>
    <td>${badge(String(request.status ?? 'none'), tone)}</td>
    <td class="address">${request.method} ${request.path}</td>
    <td class="address">${request.idempotency_key ?? '–'}</td>
    <td>${when(request.at)}</td>
  </tr>`
}

function payinTone(status: Payin['status']): string {
  if (status === 'COMPLETED' || status === 'AUTHORIZED' || status === 'SETTLED') return 'good'
  return status === 'FAILED' || status === 'DISPUTED' ? 'bad' : 'calm'
}

function badge(text: string, tone: string): Content {
  return html`<span class="badge badge-${tone}">${text}</span>`
}

function when(iso: string): Content {
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(11, 19)} UTC</time>`
}
