// The panel's first page: counts, clock, active faults, and how to begin.
import { html } from 'hono/html'
import type { ActiveFault } from '../faults/faults.ts'
import type { Content } from '../forms/content.ts'
import { testCards } from '../hosted/payin/card.ts'
import { type ObjectName, outcomeOf, scenarioRows } from '../service/scenarios.ts'
import { renderActiveFaults } from './fault-pages.ts'
import { type Refused, renderFields } from './form-parts.ts'
import type { Section } from './list-page.ts'
import { type Column, durationText, nounFor, renderCode, renderTable } from './page-parts.ts'

export type Overview = {
  sections: readonly Section[]
  now: number
  aheadMs: number
  seed: number
  faults: readonly ActiveFault[]
  /** The origin of the request, so that the example works when it is copied. */
  origin: string
  refusedClock: Refused | undefined
}

export function renderOverview(overview: Overview): Content {
  const { sections, faults, seed, origin } = overview
  return html`<h1>Overview</h1>
    <ul class="row counts">${sections.map(({ path, count, plural }) => html`<li><a class="button" href="${path}"><strong>${count()}</strong> ${nounFor(count(), plural)}</a></li>`)}</ul>
    <div class="columns">
      ${renderClock(overview)}
      <section aria-labelledby="faults"><h2 id="faults">Faults that are on</h2>
        ${renderActiveFaults(faults, '/sandbox')}
        <p class="hint">Chances are drawn from seed <strong>${seed}</strong>: the same seed, faults and calls give the same again.</p>
        <p><a class="button" href="/sandbox/panel/reset">Reset…</a></p>
      </section>
    </div>
    <section aria-labelledby="call"><h2 id="call">A first call</h2>
      <p>The key is what this sandbox was started with as <code>SANDBOX_API_KEY</code>. It is not shown here.</p>
      ${renderCode('A call to copy', exampleCall(origin))}
      <p>All operations: <a href="/openapi.json">/openapi.json</a>. Everything on these pages: <a href="/sandbox/state">/sandbox/state</a>.</p>
    </section>
    <section aria-labelledby="magic"><h2 id="magic">Choose the outcome beforehand</h2>${renderTestValues()}</section>`
}

function exampleCall(origin: string): string {
  return `curl ${origin}/api/v2/payins \\
  -H "X-API-Key: $SANDBOX_API_KEY" \\
  -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "amount": { "value": "49.90", "currency": "EUR" },
    "payer": { "email": "mara@example.test" },
    "reference": "A-1001",
    "return_url": "https://shop.example/back"
  }'`
}

const objects = { payin: 'Payin', payout: 'Payout', bank_transfer: 'Bank transfer', on_ramp: 'On-ramp' }

/** The tables of test values: amounts, e-mail addresses and card numbers that choose an outcome. */
function renderTestValues(): Content {
  const outcomes = Object.entries(objects).map(
    ([object, name]): Column<(typeof scenarioRows)[number]> => [
      name,
      ({ scenario }) => outcomeOf(scenario, object as ObjectName),
    ],
  )
  return html`<h3>By amount or e-mail address</h3>${renderTable({
    label: 'Amounts and e-mail addresses',
    columns: [
      ['Amount', ({ amount }) => amount],
      ['E-mail address', ({ email }) => `${email}@…`, 'mono'],
      ...outcomes,
    ],
    items: scenarioRows,
    empty: '',
  })}<p class="hint">Amounts of any currency; addresses on any domain, with or without +more. The amount decides first. Everything else pays.</p>
    <h3>By card number</h3>${renderTable({
      label: 'Card numbers',
      columns: [
        ['Card', ([number]) => number, 'mono'],
        ['Payin', ([, outcome]) => outcome, 'wrapping'],
      ],
      items: testCards,
      empty: '',
    })}<p class="hint">Any other number with a right check digit pays too. Any date to come, any three digits.</p>`
}

/** The units of duration.ts. */
const units = [
  ['s', 'seconds'],
  ['min', 'minutes'],
  ['h', 'hours'],
  ['d', 'days'],
] as const

const leaps = [
  ['1', 'min'],
  ['15', 'min'],
  ['30', 'min'],
  ['24', 'h'],
] as const

function renderClock({ now, aheadMs, refusedClock }: Overview): Content {
  const iso = new Date(now).toISOString()
  return html`<section aria-labelledby="clock"><h2 id="clock">Clock</h2>
    <p class="title"><time datetime="${iso}">${iso.slice(0, 10)} <strong>${iso.slice(11, 19)}</strong></time> UTC</p>
    <p class="hint">${aheadMs === 0 ? 'Real time.' : html`${durationText(aheadMs)} ahead of real time.`} When you put the clock forward, everything that is due happens. The clock never goes back.</p>
    <div class="row">${leaps.map(([amount, of]) => html`<form method="post" action="/sandbox/panel/clock"><input type="hidden" name="unit" value="${of}"><button name="amount" value="${amount}">+${amount} ${of}</button></form>`)}</div>
    <form class="row" method="post" action="/sandbox/panel/clock">
      ${renderFields(
        [
          { name: 'amount', label: 'Put forward by', inputmode: 'decimal' },
          { name: 'unit', label: 'Unit', options: units, value: 'min' },
        ],
        refusedClock,
      )}
      <button type="submit">Put forward</button>
    </form>
  </section>`
}

export type ResetPage = { seed: number; losses: readonly string[]; refused: Refused | undefined }

export function renderResetPage({ seed, losses, refused }: ResetPage): Content {
  const hint = 'A whole number from 0 to 2147483647.'
  const field = {
    name: 'seed',
    label: 'Seed from now on',
    value: String(seed),
    inputmode: 'numeric',
    hint,
  } as const
  return html`<h1>Delete everything?</h1>
    <p>${losses.length === 0 ? 'There is nothing to delete but the seed.' : html`This deletes ${losses.join(', ')}. It cannot be undone.`} The clock stays where it is.</p>
    <form class="stack" method="post" action="/sandbox/panel/reset">
      ${renderFields([field], refused)}
      <div class="row"><button type="submit" class="primary danger">Delete everything</button> <a class="button" href="/sandbox">Cancel</a></div>
    </form>`
}
