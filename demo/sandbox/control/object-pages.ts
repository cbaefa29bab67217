// The lists of payins, payouts, bank transfers and on-ramps, and the page of one object.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { renderField } from '../forms/field.ts'
import type { PlannedChange } from '../service/records.ts'
import type { Delivery } from '../service/webhook-post.ts'
import { renderDeliveries } from './delivery-pages.ts'
import { type ListQuery, renderList } from './list-page.ts'
import type { ObjectKind, ShownObject } from './object-kind.ts'
import {
  durationText,
  hidden,
  renderFacts,
  renderIdLink,
  renderJson,
  renderStatus,
  renderTime,
} from './page-parts.ts'

export function renderObjects(kind: ObjectKind, query: ListQuery): Content {
  const { title, path, choices } = kind
  return renderList(
    {
      title,
      path,
      items: kind.list(),
      searched: ({ id, reference, person }) => [id, reference, person],
      searchedNames: 'Id, reference or person',
      columns: ['Id', ...choices.map(({ label }) => label), 'Amount', 'Reference', 'Person', 'Created (UTC)'],
      row: (shown) => renderRow(kind, shown),
      empty: html`<p>No ${title.toLowerCase()} yet. ${kind.firstStep}</p>`,
    },
    query,
  )
}

function renderRow({ path, choices }: ObjectKind, shown: ShownObject): Content {
  const states = choices.map(({ name }) => shown.state[name])
  return html`<tr>
    <td>${renderIdLink(`${path}/${shown.id}`, shown.id)}</td>
    ${states.map((state) => html`<td>${state === undefined ? '–' : renderStatus(state)}</td>`)}
    <td>${shown.amount}</td>
    <td><bdi>${shown.reference ?? '–'}</bdi></td>
    <td><bdi>${shown.person ?? '–'}</bdi></td>
    <td>${renderTime(shown.createdAt)}</td>
  </tr>`
}

export type ObjectPage = {
  kind: ObjectKind
  shown: ShownObject
  now: number
  /** About this object, newest first. */
  deliveries: readonly Delivery[]
  /** A refused form: its values, and their errors. */
  refused?: { chosen: Readonly<Record<string, string>>; errors: Readonly<Record<string, string>> }
}

export function renderObject(page: ObjectPage): Content {
  const { kind, shown, now, deliveries } = page
  return html`<p class="crumbs hint"><a href="${kind.path}">${kind.title}</a></p>
    <h1>${kind.name} <small class="mono">${shown.id}</small></h1>
    <div class="columns">
      <section aria-labelledby="now"><h2 id="now">Now</h2>
        ${renderFacts([
          ...kind.choices.map(({ name, label }) => {
            const state = shown.state[name]
            return state === undefined ? (false as const) : ([label, renderStatus(state)] as const)
          }),
          ['Amount', shown.amount],
          shown.reference !== undefined && ['Reference', html`<bdi>${shown.reference}</bdi>`],
          ['Hosted page', renderHostedLink(shown, now)],
        ])}
        <h3>Comes by itself</h3>
        ${renderPlan(kind, shown.id, now)}
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

function renderPlan(kind: ObjectKind, id: string, now: number): Content {
  const plan = kind.plan(id)
  if (plan.length === 0) return html`<p>Nothing. It stays until somebody moves it.</p>`
  return html`<ol class="stack tight">${plan.map((planned) => renderPlanned(kind, planned, now, `${kind.path}/${id}`))}</ol>`
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
  const errors = refused?.errors ?? {}
  const first = kind.choices.find(({ name }) => errors[name])?.name
  return html`<form class="stack" method="post" action="/sandbox/panel${kind.path.slice('/sandbox'.length)}/${shown.id}">
    ${kind.choices.map((choice) => {
      // Details belong to the old status. A new status starts without details.
      const chosen = refused?.chosen[choice.name] ?? (choice.none ? '' : shown.state[choice.name])
      return renderField({
        name: choice.name,
        label: choice.label,
        options: [
          ...(choice.none === undefined ? [] : [['', choice.none] as const]),
          ...choice.values.map((value) => [value] as const),
        ],
        value: chosen,
        error: errors[choice.name],
        focused: choice.name === first,
      })
    })}
    <button type="submit" class="primary">Move it</button>
    <p class="hint">To any state, whatever the real service would allow. ${kind.webhookNote} What was to come by itself is dropped. By JSON: <code>POST ${kind.jsonPath(shown.id)}</code></p>
  </form>`
}
