// A posted form made into the order that the same lever takes as JSON, and the other way round: what is wrong with
// the order, said beside the field.
import type { Context } from 'hono'
import type * as z from 'zod'
import { Problem } from '../problem.ts'

export type Texts = Readonly<Record<string, string>>

export type Refused = { chosen: Texts; errors: Texts }
export type ParsedCommand<T> = { ok: true; command: T } | { ok: false; refused: Refused }

/** @throws {Problem} 400 when the body is no form */
export async function readForm(c: Context): Promise<FormData> {
  try {
    return await c.req.formData()
  } catch {
    throw new Problem(400, 'The form could not be read. Go back and send it again.')
  }
}

/** A field that is missing, or a file, is the empty string. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** All single fields, to fill the form again. */
export function textsOf(form: FormData): Texts {
  return Object.fromEntries([...form.keys()].map((name) => [name, textOf(form, name)]))
}

/** A decimal number as one; anything else stays text, and the schema refuses it. */
export function numberOrText(text: string): number | string {
  return /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(text) ? Number(text) : text
}

/** Without the fields that were left empty: those have a default, or are missing. */
export function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/**
 * @param messages what each field wants; said beside it when its value is wrong
 * @param fallback the field that gets what is wrong with the form as a whole
 */
export function parseCommand<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  form: FormData,
  messages: Texts,
  fallback: string,
): ParsedCommand<z.output<Schema>> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, command: parsed.data }
  const errors = parsed.error.issues.map(({ path, message }): [string, string] => {
    const name = String(path[0] ?? fallback)
    return name in messages ? [name, messages[name] ?? message] : [fallback, message]
  })
  return { ok: false, refused: { chosen: textsOf(form), errors: Object.fromEntries(errors) } }
}

/** The page to return to, with what was done; only ever one of the panel's own. */
export function pathAfter(form: FormData, otherwise: string, done: NoticeId): string {
  const back = textOf(form, 'back')
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

/** What the form before has done, if this address says so. */
export function noticeOf(url: string): string | undefined {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(notices, done) ? notices[done as NoticeId] : undefined
}
