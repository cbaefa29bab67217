// The lists of payins, payouts, bank transfers and on-ramps, and the page of one object. object-kinds.ts says what is
// shown of each kind.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { Problem } from '../problem.ts'
import type { PlannedChange } from '../service/records.ts'
import type { Delivery } from '../service/webhook-post.ts'
import { places } from './control-page.ts'
import { renderDeliveries } from './delivery-pages.ts'
import { type Refused, renderFields } from './form-parts.ts'
import { createSection, type Section } from './list-page.ts'
import type { ObjectKind, ShownObject } from './object-kinds.ts'
import {
  type Column,
  durationText,
  hidden,
  renderFacts,
  renderIdLink,
  renderJson,
  renderStatus,
  renderTime,
  statusOrDash,
} from './page-parts.ts'
import type { ControlOptions } from './state.ts'

/** The list of one kind, and the page of each object. */
export function objectSection(kind: ObjectKind, { clock, webhooks }: ControlOptions): Section {
  const { name, path, list, firstStep } = kind
  const plural = places[path].toLowerCase()
  return createSection<ShownObject>({
    path,
    plural,
    list,
    searched: ({ id, reference, person }) => [id, reference, person],
    searchedNames: 'Id, reference or person',
    columns: columnsOf(kind),
    empty: html`<p>No ${plural} yet. ${firstStep}</p>`,
    showItem(given, refused) {
      const shown = list().find(({ id }) => id === given.toLowerCase())
      if (!shown) throw new Problem(404, `No ${name.toLowerCase()} has this id.`)
      const { id, reference } = shown
      const deliveries = webhooks.deliveries.filter(({ object_id }) => object_id === id).reverse()
      const main = renderObject({ kind, shown, now: clock.now(), deliveries, refused })
      return { title: `${name} ${reference ?? id}`, main, address: `${path}/${id}` }
    },
  })
}

function columnsOf({ path, choices }: ObjectKind): Column<ShownObject>[] {
  return [
    ['Id', ({ id }) => renderIdLink(`${path}/${id}`, id)],
    ...choices.map(
      ({ name, label }): Column<ShownObject> => [label, ({ state }) => statusOrDash(state[name])],
    ),
    ['Amount', ({ amount }) => amount],
    ['Reference', ({ reference }) => html`<bdi>${reference ?? '–'}</bdi>`],
    ['Person', ({ person }) => html`<bdi>${person ?? '–'}</bdi>`],
    ['Created (UTC)', ({ createdAt }) => renderTime(createdAt)],
  ]
}

type ObjectPage = {
  kind: ObjectKind
  shown: ShownObject
  now: number
  /** About this object, newest first. */
  deliveries: readonly Delivery[]
  refused: Refused | undefined
}

function renderObject(page: ObjectPage): Content {
  const { kind, shown, now, deliveries } = page
  return html`<p class="crumbs hint"><a href="${kind.path}">${places[kind.path]}</a></p>
    <h1>${kind.name} <small class="mono">${shown.id}</small></h1>
    <div class="columns">
      <section aria-labelledby="now"><h2 id="now">Now</h2>
        ${renderFacts([
          ...kind.choices.map(({ name, label }) => {
            const state = shown.state[name]
            return state !== undefined && ([label, renderStatus(state)] as const)
          }),
          ['Amount', shown.amount],
          shown.reference !== undefined && ['Reference', html`<bdi>${shown.reference}</bdi>`],
          ['Hosted page', renderHostedLink(shown, now)],
        ])}
        <h3>Planned changes</h3>
        ${renderPlan(page)}
      </section>
      <section aria-labelledby="move"><h2 id="move">Move by hand</h2>${renderMoveForm(page)}</section>
    </div>
    <section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks about it <span class="soft">${deliveries.length}</span></h2>
      ${renderDeliveries(deliveries, html`<p>None. ${webhookAddressOf(shown) ? kind.webhookNote : 'It was created without a webhook address, so no webhook is sent.'}</p>`)}
    </section>
    <section aria-labelledby="fields"><h2 id="fields">As the interface answers it</h2>${renderJson('All fields', shown.object)}</section>
    ${shown.asked ? html`<section aria-labelledby="asked"><h2 id="asked">As the merchant asked for it</h2>${renderJson('The request', shown.asked)}</section>` : ''}`
}

function webhookAddressOf({ object, asked }: ShownObject): boolean {
  return 'webhook_url' in object || 'webhookUrl' in object || (asked !== undefined && 'webhookUrl' in asked)
}

function renderHostedLink({ hostedPath, link }: ShownObject, now: number): Content | string {
  if (hostedPath === null) return 'none before POST /transaction/generatePaymentLink'
  const open = html`<a href="${hostedPath}">Open ${hostedPath.split('/').slice(0, -1).join('/')}/…</a>`
  if (!link || link.opened) return open
  if (now >= link.expiresAt) return 'the one-time link has expired unopened'
  return html`${open} <small>Works once, for another ${durationText(link.expiresAt - now)}: who opens it here takes it from the user.</small>`
}

function renderPlan({ kind, shown, now }: ObjectPage): Content {
  if (shown.plan.length === 0) return html`<p>None. It stays until somebody moves it.</p>`
  const back = `${kind.path}/${shown.id}`
  return html`<ol class="stack tight">${shown.plan.map((planned) => renderPlanned(kind, planned, now, back))}</ol>`
}

function renderPlanned(
  { choices }: ObjectKind,
  { at, change }: PlannedChange<object>,
  now: number,
  back: string,
): Content {
  const changes: Record<string, unknown> = { ...change }
  const moved = choices.filter(({ name }) => changes[name] !== undefined)
  return html`<li class="row">
    ${moved.map(({ name, label }) => html`<span>${label} ${renderStatus(String(changes[name]))}</span>`)}
    <span>${renderTime(at)} UTC, in ${durationText(Math.max(0, at - now))}</span>
    <form method="post" action="/sandbox/panel/clock">
      <input type="hidden" name="back" value="${back}"><input type="hidden" name="unit" value="ms">
      <button class="small-button" name="amount" value="${Math.max(1, at - now)}">Put the clock there${hidden(`at ${new Date(at).toISOString()}`)}</button>
    </form>
  </li>`
}

function renderMoveForm({ kind, shown, refused }: ObjectPage): Content {
  const { path, choices, move, webhookNote } = kind
  const fields = choices.map(({ name, label, values, none }) => ({
    name,
    label,
    options: [
      ...(none === undefined ? [] : [['', none] as const]),
      ...values.map((value) => [value] as const),
    ],
    // Details belong to the old status. A new status starts without details.
    value: none ? '' : shown.state[name],
  }))
  return html`<form class="stack" method="post" action="/sandbox/panel${path.slice('/sandbox'.length)}/${shown.id}">
    ${renderFields(fields, refused)}
    <button type="submit" class="primary">Move it</button>
    <p class="hint">To any state, whatever the real service would allow. ${webhookNote} Planned changes are removed. By JSON: <code>POST ${move.path.replace(':id', shown.id)}</code></p>
  </form>`
}
