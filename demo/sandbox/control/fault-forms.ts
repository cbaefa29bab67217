// The forms that switch faults on and off.
import { type Form, readForm } from '../forms/read-form.ts'
import { type Actions, commandSchemas } from './actions.ts'
import { faultForms } from './fault-fields.ts'
import { numberOrText, parseCommand, pathAfter, type Texts, withoutEmpty } from './form-command.ts'
import type { PanelApp, PanelPages } from './panel-pages.ts'

export function mountFaultForms(app: PanelApp, pages: PanelPages, actions: Actions) {
  app.post('/sandbox/panel/faults', async (c) => {
    const form = await readForm(c)
    const operations = form.all('operations')
    const parsed = parseCommand(
      commandSchemas.fault,
      faultValue(form, operations),
      form,
      faultMessages(form),
      'fault',
    )
    if (!parsed.ok) return pages.faults(c, { ...parsed.refused, operations })
    actions.addFault(parsed.command)
    return c.redirect(pathAfter(form, '/sandbox/panel/faults', 'fault_on'), 303)
  })
  app.post('/sandbox/panel/faults/clear', async (c) => {
    const form = await readForm(c)
    actions.clearFaults()
    return c.redirect(pathAfter(form, '/sandbox/panel/faults', 'faults_cleared'), 303)
  })
  app.post('/sandbox/panel/faults/:id/remove', async (c) => {
    const form = await readForm(c)
    actions.removeFault(Number(c.req.param('id')))
    return c.redirect(pathAfter(form, '/sandbox/panel/faults', 'fault_off'), 303)
  })
}

function fieldsOf(form: Form) {
  const name = form.text('fault')
  return Object.hasOwn(faultForms, name) ? faultForms[name as keyof typeof faultForms].fields : []
}

/** Only the fields of this fault: the schema refuses others. */
function faultValue(form: Form, operations: readonly string[]): Record<string, unknown> {
  const single = fieldsOf(form).filter(({ kind }) => kind !== 'operations')
  const values = single.map(({ name, kind }): [string, unknown] => {
    const text = form.text(name)
    return [
      name,
      kind === 'number' || name === 'status' || name === 'retry_after' ? numberOrText(text) : text,
    ]
  })
  return withoutEmpty({
    fault: form.text('fault'),
    ...Object.fromEntries(values),
    ...(operations.length > 0 ? { operations } : {}),
  })
}

function faultMessages(form: Form): Texts {
  const named = fieldsOf(form).map(({ name, wanted }): [string, string] => [name, `Not like this. ${wanted}`])
  return { fault: 'Choose one of the faults below.', ...Object.fromEntries(named) }
}
