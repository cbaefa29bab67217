// A form from a list of fields. The same list draws the form, reads what was posted, and finds what is wrong with it.
import { html } from 'hono/html'
import type { Content } from './content.ts'
import { type Field, renderField, renderFormError } from './field.ts'
import type { Form } from './read-form.ts'

export type FormField = Omit<Field, 'value' | 'error' | 'focused'> & {
  /** The error of a posted text; `undefined` when it is right. A field without a check is not read. */
  check?(typed: string): string | undefined
}

/** The field of an e-mail address. */
export function emailField(texts: { email: string; emailMistake: string }, hint?: string): FormField {
  return {
    ...{ name: 'email', type: 'email', inputmode: 'email', autocomplete: 'email', maxlength: 254, ltr: true },
    label: texts.email,
    hint,
    check: (typed) => (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(typed) ? undefined : texts.emailMistake),
  }
}

/** The field of a code that was sent to the visitor. */
export const codeInput = {
  name: 'code',
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  ltr: true,
  secret: true,
} as const

/** What was posted, and what is wrong with it, by the names of the fields. */
export type Filled = {
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

/** @param values of fields that are filled before the visitor enters anything */
export function prefilled(values: Filled['values'] = {}): Filled {
  return { values, errors: {} }
}

export function readFields(form: Form, fields: readonly FormField[]): Filled {
  const values: Record<string, string> = {}
  const errors: Record<string, string> = {}
  for (const { name, check } of fields) {
    if (!check) continue
    values[name] = form.text(name)
    const error = check(values[name])
    if (error !== undefined) errors[name] = error
  }
  return { values, errors }
}

export function isWrong({ errors }: Filled): boolean {
  return Object.keys(errors).length > 0
}

/** The first wrong field gets the focus. */
export function renderFields(fields: readonly Field[], { values, errors }: Filled): Content {
  const firstWrong = fields.find(({ name }) => errors[name] !== undefined)
  return html`${fields.map((field) =>
    renderField({
      ...field,
      value: values[field.name] ?? field.value,
      error: errors[field.name],
      focused: field === firstWrong,
    }),
  )}`
}

export type FieldsForm = {
  /** The address that the form is posted to. */
  action: string
  fields: readonly FormField[]
  filled: Filled
  /** The label of the button. */
  button: string
  /** Above the fields when one of them is wrong. Default: the page says it elsewhere. */
  correction?: string
}

export function renderForm(form: FieldsForm): Content {
  const { action, fields, filled, button, correction } = form
  return html`<form class="stack" method="post" action="${action}" novalidate>
    ${correction && isWrong(filled) ? renderFormError(correction) : ''}
    ${renderFields(fields, filled)}
    ${renderSubmit(button)}
  </form>`
}

export function renderSubmit(label: string, className = 'primary pay-button'): Content {
  return html`<button class="${className}" type="submit">${label}</button>`
}
