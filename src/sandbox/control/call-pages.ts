// The pages of API calls and of payers.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { Problem } from '../problem.ts'
import type { LoggedRequest, RequestLog } from '../request-log.ts'
import type { Payer } from '../service/payers.ts'
import type { Payin } from '../service/payins.ts'
import type { Service } from '../service/service.ts'
import { createSection, type Section } from './list-page.ts'
import {
  type Column,
  renderBadge,
  renderIdLink,
  renderJson,
  renderStatus,
  renderTable,
  renderTime,
} from './page-parts.ts'

/** The calls of both interfaces. */
export function callSection({ requests }: RequestLog): Section {
  return createSection<LoggedRequest>({
    path: '/sandbox/calls',
    plural: 'API calls',
    list: () => [...requests].reverse(),
    searched: ({ method, path, idempotency_key }) => [`${method} ${path}`, idempotency_key],
    searchedNames: 'Method, path or idempotency key',
    columns: [
      ['Answer', renderAnswer],
      ['Call', ({ method, path }) => `${method} ${path}`, 'address mono'],
      ['Idempotency key', ({ idempotency_key }) => idempotency_key ?? '–', 'mono'],
      ['At (UTC)', ({ at }) => renderTime(at)],
    ],
    empty: html`<p>No calls yet. The overview has one to copy.</p>`,
  })
}

function renderAnswer({ status }: LoggedRequest): Content {
  const tone = status === null ? 'wait' : status < 400 ? 'good' : 'bad'
  return renderBadge(status === null ? 'no answer' : String(status), tone)
}

/** The payers, and the payins of each. */
export function payerSection({ payers, payins }: Service): Section {
  return createSection<Payer>({
    path: '/sandbox/payers',
    plural: 'payers',
    list: payers.list,
    searched: ({ email }) => [email],
    searchedNames: 'E-mail address',
    columns: [
      ['E-mail address', ({ email }) => html`<a href="${pathOf(email)}"><bdi>${email}</bdi></a>`],
      ['Instruments', ({ instruments }) => instruments.map(instrumentText).join(', ') || 'none yet', 'mono'],
    ],
    empty: html`<p>No payers yet. A payer is known from their first payin on, an instrument from the first payment with it.</p>`,
    showItem(email) {
      const payer = payers.list().find((each) => each.email === email)
      if (!payer) throw new Problem(404, 'No payer has this e-mail address.')
      const own = payins.list().filter((payin) => payin.payer.email === email)
      return { title: email, main: renderPayer(payer, own) }
    },
  })
}

function pathOf(email: string): string {
  return `/sandbox/payers/${encodeURIComponent(email)}`
}

function instrumentText(instrument: Payer['instruments'][number]): string {
  return instrument.method === 'card' ? `${instrument.number} ${instrument.expiry}` : instrument.iban
}

const payinColumns: readonly Column<Payin>[] = [
  ['Id', ({ id }) => renderIdLink(`/sandbox/payins/${id}`, id)],
  ['Status', ({ status }) => renderStatus(status)],
  ['Amount', ({ amount }) => `${amount.value} ${amount.currency}`],
  ['Reference', ({ reference }) => html`<bdi>${reference ?? '–'}</bdi>`],
  ['Created (UTC)', ({ created_at }) => renderTime(created_at)],
]

/** @param payins of this payer, newest first */
function renderPayer(payer: Payer, payins: readonly Payin[]): Content {
  return html`<p class="crumbs hint"><a href="/sandbox/payers">Payers</a></p>
    <h1><bdi>${payer.email}</bdi></h1>
    <section aria-labelledby="payins"><h2 id="payins">Payins <span class="soft">${payins.length}</span></h2>
      ${renderTable({
        label: 'Payins of this payer',
        columns: payinColumns,
        items: payins.slice(0, 100),
        empty: 'None any more.',
      })}</section>
    <section aria-labelledby="fields"><h2 id="fields">As the interface answers it</h2>${renderJson('All fields', payer)}</section>`
}
