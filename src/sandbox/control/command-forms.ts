// The forms of all commands: where each is sent, which fields it has, the message for a wrong one, and the page that
// follows. What a form does and accepts is in commands.ts, the same as for JSON.
import type { Context } from 'hono'
import { parseDuration } from '../duration.ts'
import { faultForms } from '../faults/fault-schema.ts'
import { type Form, readForm } from '../forms/read-form.ts'
import { Problem } from '../problem.ts'
import { type Command, type Commands, idOf } from './commands.ts'
import { type NoticeId, pathAfter, type Refused } from './form-parts.ts'
import type { ObjectKind } from './object-kinds.ts'
import type { PanelApp, PanelPages } from './panel-pages.ts'

type CommandForm = {
  path: string
  command: Command
  /** The page to return to; `:id` is the id in the address. */
  after: string
  notice: NoticeId
  fields?: FormFields
}

type FormFields = {
  /** Converts the form into the fields of the command. An empty text means that the field is left out. */
  read(form: Form): Readonly<Record<string, unknown>>
  /** The message of each field. The first one is also for errors of the form as a whole. */
  messages(form: Form): Readonly<Record<string, string>>
  /** The page with the refused form. */
  showAgain(c: Context, refused: Refused): Response | Promise<Response>
}

/** Adds the route of each form. */
export function mountCommandForms(
  app: PanelApp,
  pages: PanelPages,
  kinds: readonly ObjectKind[],
  commands: Commands,
) {
  const forms = [...kinds.map((kind) => moveForm(kind, pages)), ...otherForms(pages, commands)]
  for (const { path, command, after, notice, fields } of forms) {
    app.post(path, async (c) => {
      const form = await readForm(c)
      const errors = carryOut(command, idOf(c), form, fields)
      if (errors && fields) {
        return fields.showAgain(c, { entered: form.texts(), ticked: form.all, errors })
      }
      return c.redirect(pathAfter(form, after.replace(':id', idOf(c)), notice), 303)
    })
  }
}

/** Returns the errors of the fields, if there are any. */
function carryOut(command: Command, id: string, form: Form, fields: FormFields | undefined) {
  const messages = fields?.messages(form) ?? {}
  const [first = ''] = Object.keys(messages)
  try {
    const result = command.carryOut(id, fields && withoutEmpty(fields.read(form)))
    if (result.ok) return undefined
    const names = result.issues.map(({ path }) => String(path[0]))
    const known = names.map((name) => (Object.hasOwn(messages, name) ? name : first))
    return Object.fromEntries(known.map((name) => [name, messages[name] ?? '']))
  } catch (error) {
    // Both legacy kinds share a command, so the command itself knows which status each may have.
    if (!fields || !(error instanceof Problem) || error.status !== 422) throw error
    return { [first]: error.message }
  }
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** Converts a decimal number. Other text stays text, and the command refuses it. */
function numberOrText(text: string): number | string {
  return /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(text) ? Number(text) : text
}

function moveForm({ path, choices, move }: ObjectKind, pages: PanelPages): CommandForm {
  return {
    path: `/sandbox/panel${path.slice('/sandbox'.length)}/:id`,
    command: move,
    after: `${path}/:id`,
    notice: 'moved',
    fields: {
      read: (form) => Object.fromEntries(choices.map(({ name }) => [name, form.text(name)])),
      messages: () => Object.fromEntries(choices.map(({ name }) => [name, 'Choose one of the list.'])),
      showAgain: (c, refused) => pages.item(c, path, refused),
    },
  }
}

function otherForms(pages: PanelPages, commands: Commands): CommandForm[] {
  const { resend, moveClock, reset, addFault, removeFault, clearFaults } = commands
  const clock: FormFields = {
    read: readClockMove,
    messages: () => ({ amount: 'Give a number above 0, and 366 days at most.' }),
    showAgain: pages.overview,
  }
  const seed: FormFields = {
    read: (form) => ({ seed: numberOrText(form.text('seed')) }),
    messages: () => ({ seed: 'Give a whole number from 0 to 2147483647.' }),
    showAgain: pages.reset,
  }
  const fault: FormFields = { read: readFault, messages: faultMessages, showAgain: pages.faults }
  const panel = '/sandbox/panel'
  const faults = `${panel}/faults`
  return [
    { path: `${panel}/deliveries/:id`, command: resend, after: '/sandbox/deliveries', notice: 'resent' },
    { path: `${panel}/clock`, command: moveClock, after: '/sandbox', notice: 'clock', fields: clock },
    { path: `${panel}/reset`, command: reset, after: '/sandbox', notice: 'reset', fields: seed },
    { path: faults, command: addFault, after: faults, notice: 'fault_on', fields: fault },
    { path: `${faults}/clear`, command: clearFaults, after: faults, notice: 'faults_cleared' },
    { path: `${faults}/:id/remove`, command: removeFault, after: faults, notice: 'fault_off' },
  ]
}

function readClockMove(form: Form) {
  const amount = form.text('amount')
  return { advance_ms: parseDuration(amount + form.text('unit')) ?? amount }
}

function fieldsOf(form: Form) {
  const name = form.text('fault')
  return Object.hasOwn(faultForms, name) ? faultForms[name as keyof typeof faultForms].fields : []
}

/** Only the fields of this fault: the command refuses others. */
function readFault(form: Form) {
  const single = fieldsOf(form).filter(({ kind }) => kind !== 'operations')
  const operations = form.all('operations')
  return {
    fault: form.text('fault'),
    ...Object.fromEntries(single.map(({ name }) => [name, numberOrText(form.text(name))])),
    ...(operations.length > 0 ? { operations } : {}),
  }
}

function faultMessages(form: Form) {
  const named = fieldsOf(form).map(({ name, wanted }): [string, string] => [name, `Not like this. ${wanted}`])
  return { fault: 'Choose one of the faults below.', ...Object.fromEntries(named) }
}
