// The forms that move objects, move the clock, resend webhooks and reset the world. The schema is that of the JSON
// command.
import type { Context } from 'hono'
import { type Form, readForm } from '../forms/read-form.ts'
import { Problem } from '../problem.ts'
import { type Actions, commandSchemas } from './actions.ts'
import { numberOrText, parseCommand, pathAfter, type Refused, withoutEmpty } from './form-command.ts'
import type { ObjectKind } from './object-kind.ts'
import { clockUnits } from './overview-page.ts'
import type { PanelApp, PanelPages } from './panel-pages.ts'

export function mountObjectForms(
  app: PanelApp,
  pages: PanelPages,
  kinds: readonly ObjectKind[],
  actions: Actions,
) {
  for (const kind of kinds) {
    const names = kind.choices.map(({ name }) => name)
    const messages = Object.fromEntries(names.map((name) => [name, 'Choose one of the list.']))
    app.post(`/sandbox/panel${kind.path.slice('/sandbox'.length)}/:id`, async (c) => {
      const form = await readForm(c)
      const value = withoutEmpty(Object.fromEntries(names.map((name) => [name, form.text(name)])))
      const parsed = parseCommand(kind.schema, value, form, messages, names[0] ?? '')
      const refused = parsed.ok ? refusedMove(kind, idOf(c), parsed.command, form) : parsed.refused
      if (refused) return pages.object(c, kind, idOf(c), refused)
      return c.redirect(pathAfter(form, `${kind.path}/${idOf(c)}`, 'moved'), 303)
    })
  }
  app.post('/sandbox/panel/deliveries/:id', async (c) => {
    const form = await readForm(c)
    actions.resend(idOf(c))
    return c.redirect(pathAfter(form, '/sandbox/deliveries', 'resent'), 303)
  })
}

/** Both legacy transactions share a schema, so the command itself checks which status is allowed. */
function refusedMove(kind: ObjectKind, id: string, command: unknown, form: Form): Refused | undefined {
  try {
    kind.move(id, command)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    return { chosen: form.texts(), errors: { [kind.choices[0]?.name ?? '']: error.message } }
  }
}

export function mountClockForms(app: PanelApp, pages: PanelPages, actions: Actions) {
  app.post('/sandbox/panel/clock', async (c) => {
    const form = await readForm(c)
    const unitMs = clockUnits.find(([name]) => name === form.text('unit'))?.[2] ?? Number.NaN
    const amount = numberOrText(form.text('amount'))
    // Rounded, because 1.001 * 1000 is 1000.9999999999999 and the clock needs whole milliseconds.
    const advance_ms = typeof amount === 'number' ? Math.round(amount * unitMs) : amount
    const messages = { amount: 'Give a number above 0, and 366 days at most.' }
    const parsed = parseCommand(commandSchemas.clock, { advance_ms }, form, messages, 'amount')
    if (!parsed.ok) return pages.overview(c, { ...parsed.refused, errors: messages })
    actions.moveClock(parsed.command)
    return c.redirect(pathAfter(form, '/sandbox', 'clock'), 303)
  })
  app.post('/sandbox/panel/reset', async (c) => {
    const form = await readForm(c)
    const value = withoutEmpty({ seed: numberOrText(form.text('seed')) })
    const messages = { seed: 'Give a whole number from 0 to 2147483647.' }
    const parsed = parseCommand(commandSchemas.reset, value, form, messages, 'seed')
    if (!parsed.ok) return pages.reset(c, parsed.refused)
    actions.reset(parsed.command)
    return c.redirect(pathAfter(form, '/sandbox', 'reset'), 303)
  })
}

function idOf(c: Context): string {
  return (c.req.param('id') ?? '').toLowerCase()
}
