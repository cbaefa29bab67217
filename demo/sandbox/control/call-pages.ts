// The pages of API calls and of payers.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import type { LoggedRequest } from '../request-log.ts'
import type { Payer } from '../service/payers.ts'
import type { Payin } from '../service/payins.ts'
import { type ListQuery, renderList } from './list-page.ts'
import { renderBadge, renderIdLink, renderJson, renderStatus, renderTable, renderTime } from './page-parts.ts'

export function renderCalls(newestFirst: readonly LoggedRequest[], query: ListQuery): Content {
  return renderList(
    {
      title: 'API calls',
      path: '/sandbox/calls',
      items: newestFirst,
      searched: ({ method, path, idempotency_key }) => [`${method} ${path}`, idempotency_key],
      searchedNames: 'Method, path or idempotency key',
      columns: ['Answer', 'Call', 'Idempotency key', 'At (UTC)'],
      row: renderCall,
      empty: html`<p>No calls yet. The overview has one to copy.</p>`,
    },
    query,
  )
}

function renderCall({ method, path, status, idempotency_key, at }: LoggedRequest): Content {
  const tone = status === null ? 'wait' : status < 400 ? 'good' : 'bad'
  return html`<tr>
    <td>${renderBadge(status === null ? 'no answer' : String(status), tone)}</td>
    <td class="address mono">${method} ${path}</td>
    <td class="mono">${idempotency_key ?? '–'}</td>
    <td>${renderTime(at)}</td>
  </tr>`
}

export function renderPayers(payers: readonly Payer[], query: ListQuery): Content {
  return renderList(
    {
      title: 'Payers',
      path: '/sandbox/payers',
      items: payers,
      searched: ({ email }) => [email],
      searchedNames: 'E-mail address',
      columns: ['E-mail address', 'Instruments'],
      row: ({ email, instruments }) => html`<tr>
        <td><a href="${payerPath(email)}"><bdi>${email}</bdi></a></td>
        <td class="mono">${instruments.map(instrumentText).join(', ') || 'none yet'}</td>
      </tr>`,
      empty: html`<p>No payers yet. A payer is known from their first payin on, an instrument from the first payment with it.</p>`,
    },
    query,
  )
}

export function payerPath(email: string): string {
  return `/sandbox/payers/${encodeURIComponent(email)}`
}

function instrumentText(instrument: Payer['instruments'][number]): string {
  return instrument.method === 'card' ? `${instrument.number} ${instrument.expiry}` : instrument.iban
}

/** @param payins of this payer, newest first */
export function renderPayer(payer: Payer, payins: readonly Payin[]): Content {
  return html`<p class="crumbs hint"><a href="/sandbox/payers">Payers</a></p>
    <h1><bdi>${payer.email}</bdi></h1>
    <section aria-labelledby="payins"><h2 id="payins">Payins <span class="soft">${payins.length}</span></h2>
      ${renderTable({
        label: 'Payins of this payer',
        columns: ['Id', 'Status', 'Amount', 'Reference', 'Created (UTC)'],
        rows: payins.slice(0, 100).map(renderPayin),
        empty: 'None any more.',
      })}</section>
    <section aria-labelledby="fields"><h2 id="fields">As the interface answers it</h2>${renderJson('All fields', payer)}</section>`
}

function renderPayin({ id, status, amount, reference, created_at }: Payin): Content {
  return html`<tr>
    <td>${renderIdLink(`/sandbox/payins/${id}`, id)}</td>
    <td>${renderStatus(status)}</td>
    <td>${amount.value} ${amount.currency}</td>
    <td><bdi>${reference ?? '–'}</bdi></td>
    <td>${renderTime(created_at)}</td>
  </tr>`
}
