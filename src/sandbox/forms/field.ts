// A field of a form with its label, hint and error, for the hosted pages and the control panel.
import { html } from 'hono/html'
import type { Content } from './content.ts'

export type Field = {
  name: string
  label: Content | string
  /** The id of the input; by default its name. */
  id?: string
  value?: string | undefined
  error?: string | undefined
  /** The accepted values, below the input. */
  hint?: string | undefined
  /** Only screen readers get the hint. */
  hintHidden?: boolean
  /** With options it is a list. An option without a text shows its value. */
  options?: readonly (readonly [value: string, text?: string])[]
  type?: 'text' | 'email' | 'password' | 'search'
  placeholder?: string
  autocomplete?: string
  maxlength?: number
  inputmode?: 'numeric' | 'decimal' | 'email' | 'text'
  /** Numbers, IBANs and addresses are left to right in every language. */
  ltr?: boolean
  /** Its value is never shown, and never sent with the settings. */
  secret?: boolean
  /** Gets the focus, as the first wrong field. */
  focused?: boolean
}

/** No `required`: the server's message says more than the browser's. */
export function renderField(field: Field): Content {
  const { name, label, id = name, hint, error } = field
  return html`<div class="field field-${name}">
    <label for="${id}">${label}</label>
    ${field.options ? renderList(field, field.options) : renderInput(field)}
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : ''}
    ${hint ? html`<p class="${field.hintHidden ? 'visually-hidden' : 'hint'}" id="${id}-hint">${hint}</p>` : ''}
  </div>`
}

function renderInput(field: Field): Content {
  const {
    value = '',
    secret,
    type = 'text',
    placeholder,
    autocomplete = 'off',
    maxlength,
    inputmode,
    ltr,
  } = field
  return html`<input ${attributes(field)} type="${type}" value="${secret ? '' : value}" autocomplete="${autocomplete}" spellcheck="false"
    ${placeholder ? html`placeholder="${placeholder}"` : ''} ${maxlength ? html`maxlength="${maxlength}"` : ''}
    ${inputmode ? html`inputmode="${inputmode}"` : ''} ${ltr ? html`dir="ltr"` : ''} ${secret ? 'data-secret' : ''}>`
}

function renderList(field: Field, options: NonNullable<Field['options']>): Content {
  return html`<select ${attributes(field)}>${options.map(
    ([value, text = value]) =>
      html`<option value="${value}" ${value === field.value ? 'selected' : ''}>${text}</option>`,
  )}</select>`
}

function attributes({ name, id = name, hint, error, focused }: Field): Content {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return html`id="${id}" name="${name}" ${described ? html`aria-describedby="${described}"` : ''} ${error ? html`aria-invalid="true"` : ''} ${focused ? 'autofocus' : ''}`
}

/** The error above the form: something is wrong, and nothing happened. */
export function renderFormError(text: string): Content {
  return html`<p class="note tone-stopped" role="alert">${text}</p>`
}
