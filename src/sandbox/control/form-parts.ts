// What all forms of the panel share: their fields, also after a refusal, and the page that follows with its notice.
import type { Content } from '../forms/content.ts'
import type { Field } from '../forms/field.ts'
import { renderFields as renderFilled } from '../forms/form.ts'
import type { Form } from '../forms/read-form.ts'

/** A refused form: what was entered and ticked, and the error of each wrong field. */
export type Refused = {
  entered: Readonly<Record<string, string>>
  ticked: Form['all']
  errors: Readonly<Record<string, string>>
}

/** The fields of a form. A refused form keeps what was entered, and has the focus on its first wrong field. */
export function renderFields(fields: readonly Field[], refused: Refused | undefined): Content {
  const { entered = {}, errors = {} } = refused ?? {}
  // The error repeats the hint.
  const shown = fields.map((field) => (errors[field.name] ? { ...field, hint: undefined } : field))
  return renderFilled(shown, { values: entered, errors })
}

const notices = {
  moved: 'Moved.',
  clock: 'The clock was put forward.',
  resent: 'Sent again: the new attempt is at the top of the list of webhooks.',
  fault_on: 'The fault is on.',
  fault_off: 'The fault was removed.',
  faults_cleared: 'All faults were removed.',
  reset: 'Everything was deleted.',
} as const
export type NoticeId = keyof typeof notices

/** The page to return to, with a notice. Only a page of the panel, never another site. */
export function pathAfter(form: Form, otherwise: string, done: NoticeId): string {
  const back = form.text('back')
  // "/sandbox" must end, or be followed by more path or a query: "/sandboxes" and "//elsewhere" are not ours.
  const url = new URL(/^\/sandbox(?:[/?][\x21-\x7e]*)?$/.test(back) ? back : otherwise, 'http://panel')
  url.searchParams.set('done', done)
  return `${url.pathname}${url.search}`
}

/** The notice that an address asks for. */
export function noticeOf(url: string): string | undefined {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(notices, done) ? notices[done as NoticeId] : undefined
}
