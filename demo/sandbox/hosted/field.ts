// An input with its label and error. The first wrong field of a form gets the focus.
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
  /** Numbers, IBANs and addresses are left to right in every language. */
  ltr?: boolean
  /** Gets the focus, as the first wrong field. */
  focused?: boolean
}

/** The input's id is its name. No `required`: the server's message says more than the browser's. */
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

/** The error above the form: something is wrong, and nothing happened. */
export function renderFormError(text: string): Content {
  return html`<p class="form-error" role="alert">${text}</p>`
}
