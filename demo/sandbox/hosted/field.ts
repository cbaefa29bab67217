// One input with its label, and its error beside it. The first wrong field of a form takes the focus.
import { html } from 'hono/html'
import type { Content } from './document.ts'

export type Field = {
  name: string
  label: string
  value?: string | undefined
  error?: string | undefined
  type?: 'text' | 'email' | 'password' | 'search'
  placeholder?: string
  autocomplete?: string
  maxlength?: number
  inputmode?: 'numeric' | 'email' | 'text'
  /** Numbers, IBANs and addresses read from left to right in every language. */
  ltr?: boolean
  /** Takes the focus: the first field that is wrong. */
  focused?: boolean
}

/** The input's id is its name. No `required`: the server's sentence says more than the browser's bubble. */
export function renderField(field: Field): Content {
  const {
    name,
    label,
    value = '',
    error,
    type = 'text',
    placeholder,
    autocomplete = 'off',
    maxlength,
    inputmode,
  } = field
  return html`<div class="field field-${name}">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" spellcheck="false"
      ${placeholder ? html`placeholder="${placeholder}"` : ''} ${maxlength ? html`maxlength="${maxlength}"` : ''}
      ${inputmode ? html`inputmode="${inputmode}"` : ''} ${field.ltr ? html`dir="ltr"` : ''}
      ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''} ${field.focused ? 'autofocus' : ''}>
    ${error ? html`<p class="field-error" id="${name}-error">${error}</p>` : ''}
  </div>`
}

/** Above the form: says that something is wrong, and that nothing happened. */
export function renderFormError(text: string): Content {
  return html`<p class="form-error" role="alert">${text}</p>`
}
