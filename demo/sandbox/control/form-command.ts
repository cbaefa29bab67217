// Converts a posted form into the same command as the JSON route, and the errors of a command into messages for fields.
import type * as z from 'zod'
import type { Form } from '../forms/read-form.ts'

export type Texts = Readonly<Record<string, string>>

export type Refused = { chosen: Texts; errors: Texts }
export type ParsedCommand<T> = { ok: true; command: T } | { ok: false; refused: Refused }

/** Converts a decimal number. Other text stays text, and the schema refuses it. */
export function numberOrText(text: string): number | string {
  return /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(text) ? Number(text) : text
}

/** Removes empty fields, so that the schema uses their default or reports them as missing. */
export function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/**
 * @param messages the error message of each field
 * @param fallback the field for errors of the form as a whole
 */
export function parseCommand<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  form: Form,
  messages: Texts,
  fallback: string,
): ParsedCommand<z.output<Schema>> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, command: parsed.data }
  const errors = parsed.error.issues.map(({ path, message }): [string, string] => {
    const name = String(path[0] ?? fallback)
    return name in messages ? [name, messages[name] ?? message] : [fallback, message]
  })
  return { ok: false, refused: { chosen: form.texts(), errors: Object.fromEntries(errors) } }
}

/** The page to return to, with a notice. Only a page of the panel, never another site. */
export function pathAfter(form: Form, otherwise: string, done: NoticeId): string {
  const back = form.text('back')
  // "/sandbox" must end, or be followed by more path or a query: "/sandboxes" and "//elsewhere" are not ours.
  const url = new URL(/^\/sandbox(?:[/?][\x21-\x7e]*)?$/.test(back) ? back : otherwise, 'http://panel')
  url.searchParams.set('done', done)
  return `${url.pathname}${url.search}`
}

export const notices = {
  moved: 'Moved.',
  clock: 'The clock was put forward.',
  resent: 'Sent again: the new attempt is at the top of the list of webhooks.',
  fault_on: 'The fault is on.',
  fault_off: 'The fault was taken back.',
  faults_cleared: 'All faults were taken back.',
  reset: 'Everything was forgotten.',
} as const
export type NoticeId = keyof typeof notices

/** The notice that an address asks for. */
export function noticeOf(url: string): string | undefined {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(notices, done) ? notices[done as NoticeId] : undefined
}
