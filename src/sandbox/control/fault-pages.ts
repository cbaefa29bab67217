// The page of faults: the active ones, and a form for each kind.
import { html } from 'hono/html'
import { type FaultField, type FaultKind, faultForms, faultKinds } from '../faults/fault-schema.ts'
import type { ActiveFault } from '../faults/faults.ts'
import type { Content } from '../forms/content.ts'
import type { Field } from '../forms/field.ts'
import { operationIds } from '../openapi/description.ts'
import { type Refused, renderFields } from './form-parts.ts'
import { type Column, hidden, renderBadge, renderButton, renderTable } from './page-parts.ts'

export function renderFaultsPage(active: readonly ActiveFault[], refused: Refused | undefined): Content {
  const unknownKind = refused?.errors.fault
  return html`<h1>Faults</h1>
    <section aria-labelledby="on"><h2 id="on">On <span class="soft">${active.length}</span></h2>${renderActiveFaults(active, '/sandbox/panel/faults')}</section>
    <section aria-labelledby="more"><h2 id="more">Switch one on</h2>
      ${unknownKind ? html`<p class="field-error" role="alert">${unknownKind}</p>` : ''}
      <div class="stack tight">${faultKinds.map((kind) =>
        renderFaultForm(kind, refused?.entered.fault === kind ? refused : undefined),
      )}</div>
      <p class="hint">By JSON: <code>POST /sandbox/faults</code>, <code>DELETE /sandbox/faults/{id}</code> and <code>DELETE /sandbox/faults</code>. Several of a kind may be on at once.</p>
    </section>`
}

/** The table of active faults. @param back the page to return to */
export function renderActiveFaults(active: readonly ActiveFault[], back: string): Content {
  const columns: Column<ActiveFault>[] = [
    ['Fault', ({ fault }) => renderBadge(fault, 'wait')],
    [hidden('Remove'), (fault) => renderTakeBack(fault, back)],
    ['How', parametersText, 'mono'],
    ['Chance', ({ chance }) => chance],
    ['Left', ({ left }) => left ?? 'no end'],
    ['Struck', ({ struck }) => struck],
  ]
  const empty = html`<p>No fault is on. ${back === '/sandbox' ? html`<a href="/sandbox/panel/faults">Switch one on</a>.` : 'Open one below.'}</p>`
  const table = renderTable({ label: 'Faults that are on', columns, items: active, empty })
  if (active.length === 0) return table
  return html`${table}${renderButton('/sandbox/panel/faults/clear', 'Remove all', back)}`
}

function renderTakeBack({ id, fault }: ActiveFault, back: string): Content {
  const text = html`Remove${hidden(`fault ${id}, ${fault}`)}`
  return renderButton(`/sandbox/panel/faults/${id}/remove`, text, back, 'small-button')
}

const shownElsewhere = ['id', 'fault', 'chance', 'count', 'left', 'struck']

function parametersText(fault: ActiveFault): string {
  const parameters = Object.entries(fault).filter(([name]) => !shownElsewhere.includes(name))
  return parameters.map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('; ') || '–'
}

function renderFaultForm(kind: FaultKind, refused: Refused | undefined): Content {
  const { title, effect, fields } = faultForms[kind]
  const operations = fields.find((field) => field.kind === 'operations')
  const single = fields.filter((field) => field !== operations).map((field) => toField(kind, field))
  return html`<details ${refused ? 'open' : ''} class="box">
    <summary>${title} <code>${kind}</code></summary>
    <form class="stack" method="post" action="/sandbox/panel/faults">
      <input type="hidden" name="fault" value="${kind}">
      <p>${effect}</p>
      ${renderFields(single, refused)}
      ${operations ? renderOperations(`${kind}-operations`, operations, refused) : ''}
      <button type="submit" class="primary">Switch on${hidden(title)}</button>
    </form>
  </details>`
}

function toField(fault: FaultKind, { name, label, kind, first, wanted, values }: FaultField): Field {
  return {
    id: `${fault}-${name}`,
    name,
    label,
    value: first,
    hint: wanted,
    ...(values ? { options: values, hintHidden: true } : {}),
    ...(kind === 'number' ? { inputmode: 'decimal' } : {}),
  }
}

function renderOperations(id: string, { label, wanted }: FaultField, refused: Refused | undefined): Content {
  const error = refused?.errors.operations
  const ticked = refused?.ticked('operations') ?? []
  return html`<fieldset aria-describedby="${id}-${error ? 'error' : 'hint'}"><legend>${label}</legend>
    <div class="ticks">${operationIds.map((operation) => html`<label class="row"><input type="checkbox" name="operations" value="${operation}" ${ticked.includes(operation) ? 'checked' : ''}> ${operation}</label>`)}</div>
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : html`<p class="hint" id="${id}-hint">${wanted}</p>`}
  </fieldset>`
}
