// The page of faults: the active ones, and a form for each kind.
import { html } from 'hono/html'
import { type FaultKind, faultKinds } from '../faults/fault-schema.ts'
import type { ActiveFault } from '../faults/faults.ts'
import type { Content } from '../forms/content.ts'
import { renderField } from '../forms/field.ts'
import { operationIds } from '../openapi/description.ts'
import { type FaultField, faultForms } from './fault-fields.ts'
import type { Refused } from './form-command.ts'
import { hidden, renderBadge, renderButton, renderTable } from './page-parts.ts'

export type FaultsPage = {
  active: readonly ActiveFault[]
  /** A refused form, with the ticked operations. */
  refused?: Refused & { operations: readonly string[] }
}

export function renderFaultsPage({ active, refused }: FaultsPage): Content {
  const unknownKind = refused?.errors.fault
  return html`<h1>Faults</h1>
    <section aria-labelledby="on"><h2 id="on">On <span class="soft">${active.length}</span></h2>${renderActiveFaults(active, '/sandbox/panel/faults')}</section>
    <section aria-labelledby="more"><h2 id="more">Switch one on</h2>
      ${unknownKind ? html`<p class="field-error" role="alert">${unknownKind}</p>` : ''}
      <div class="stack tight">${faultKinds.map((kind) =>
        renderFaultForm(kind, refused?.chosen.fault === kind ? refused : undefined),
      )}</div>
      <p class="hint">By JSON: <code>POST /sandbox/faults</code>, <code>DELETE /sandbox/faults/{id}</code> and <code>DELETE /sandbox/faults</code>. Several of a kind may be on at once.</p>
    </section>`
}

/** The table of active faults. @param back the page to return to */
export function renderActiveFaults(active: readonly ActiveFault[], back: string): Content {
  const table = renderTable({
    label: 'Faults that are on',
    columns: ['Fault', hidden('Take back'), 'How', 'Chance', 'Left', 'Struck'],
    rows: active.map((fault) => renderActiveFault(fault, back)),
    empty: html`<p>None: the sandbox behaves. ${back === '/sandbox' ? html`<a href="/sandbox/panel/faults">Switch one on</a>.` : 'Open one below.'}</p>`,
  })
  if (active.length === 0) return table
  return html`${table}${renderButton('/sandbox/panel/faults/clear', 'Take all back', back)}`
}

function renderActiveFault(fault: ActiveFault, back: string): Content {
  const takeBack = html`Take back${hidden(`fault ${fault.id}, ${fault.fault}`)}`
  return html`<tr>
    <td>${renderBadge(fault.fault, 'wait')}</td>
    <td>${renderButton(`/sandbox/panel/faults/${fault.id}/remove`, takeBack, back, 'small-button')}</td>
    <td class="mono">${parametersText(fault)}</td>
    <td>${fault.chance}</td>
    <td>${fault.left ?? 'no end'}</td>
    <td>${fault.struck}</td>
  </tr>`
}

const shownElsewhere = ['id', 'fault', 'chance', 'count', 'left', 'struck']

function parametersText(fault: ActiveFault): string {
  const parameters = Object.entries(fault).filter(([name]) => !shownElsewhere.includes(name))
  return parameters.map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('; ') || '–'
}

function renderFaultForm(kind: FaultKind, refused: FaultsPage['refused']): Content {
  const { title, effect, fields } = faultForms[kind]
  const first = fields.find(({ name }) => refused?.errors[name])?.name
  return html`<details ${refused ? 'open' : ''} class="box">
    <summary>${title} <code>${kind}</code></summary>
    <form class="stack" method="post" action="/sandbox/panel/faults">
      <input type="hidden" name="fault" value="${kind}">
      <p>${effect}</p>
      ${fields.map((field) => renderFaultField(kind, field, refused, field.name === first))}
      <button type="submit" class="primary">Switch on${hidden(title)}</button>
    </form>
  </details>`
}

function renderFaultField(
  kind: FaultKind,
  field: FaultField,
  refused: FaultsPage['refused'],
  focused: boolean,
): Content {
  const id = `${kind}-${field.name}`
  const error = refused?.errors[field.name]
  if (field.kind === 'operations') return renderOperations(id, field, refused?.operations ?? [], error)
  return renderField({
    id,
    name: field.name,
    label: field.label,
    value: refused?.chosen[field.name] ?? field.first,
    error,
    // The error repeats it.
    hint: error ? undefined : field.wanted,
    ...(field.values ? { options: field.values, hintHidden: true } : {}),
    ...(field.kind === 'number' ? { inputmode: 'decimal' } : {}),
    focused,
  })
}

function renderOperations(
  id: string,
  field: FaultField,
  ticked: readonly string[],
  error: string | undefined,
): Content {
  return html`<fieldset aria-describedby="${id}-${error ? 'error' : 'hint'}"><legend>${field.label}</legend>
    <div class="ticks">${operationIds.map((operation) => html`<label class="row"><input type="checkbox" name="operations" value="${operation}" ${ticked.includes(operation) ? 'checked' : ''}> ${operation}</label>`)}</div>
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : html`<p class="hint" id="${id}-hint">${field.wanted}</p>`}
  </fieldset>`
}
