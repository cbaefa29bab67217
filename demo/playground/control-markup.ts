// One control as HTML. The page's script reads the outer element's data and its fields, and handles all controls alike.
import { html, raw } from 'hono/html'
import { languageName } from '../shop/languages.ts'
import { type Control, longest } from './controls.ts'

type Markup = ReturnType<typeof html> | ReturnType<typeof raw>

interface Given {
  readonly value: string
  /** BCP 47 tags of the package's languages besides English. */
  readonly languages: readonly string[]
}

/** A control with its name and its description. */
export function controlMarkup(control: Control, given: Given): Markup {
  const { name, description, sort, field, usual, initial } = control
  return html`
        <div class="control control-${field}" data-control="${name}" data-sort="${sort}" data-field="${field}" data-usual="${usual}" data-initial="${initial}">
          ${fields[field](control, given)}
          <p class="control-about" id="about-${name}">${prose(description)}</p>
        </div>`
}

/** A sentence with code in backticks; `<bdi>` keeps its order when `?dir=rtl` mirrors the page. */
export function prose(text: string): Markup {
  const pieces = text.split('`')
  return html`<bdi>${pieces.map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))}</bdi>`
}

const checked = (isIt: boolean) => raw(isIt ? ' checked' : '')
const idOf = ({ name }: Control) => `control-${name}`

const fields: Readonly<Record<Control['field'], (control: Control, given: Given) => Markup>> = {
  choice: (control, { value }) => html`<fieldset aria-describedby="about-${control.name}">
            <legend>${control.name}</legend>
            <div class="pills">${control.words.map((word) => pill({ name: control.name, word, isOn: word === value }))}</div>
          </fieldset>`,

  several: (control, { value }) => html`<fieldset aria-describedby="about-${control.name}">
            <legend>${control.name}</legend>
            <div class="ticks">${control.words.map(
              (word) =>
                html`<label><input type="checkbox" value="${word}"${checked(value.split(' ').includes(word))}>${word}</label>`,
            )}</div>
          </fieldset>`,

  flag: (control, { value }) =>
    html`<label class="tick"><input type="checkbox" id="${idOf(control)}" aria-describedby="about-${control.name}"${checked(value === 'true')}>${control.name}</label>`,

  text: (control, { value }) => html`${label(control)}
          <input type="text" id="${idOf(control)}" value="${value}" dir="auto" maxlength="200" autocomplete="off" spellcheck="false" aria-describedby="about-${control.name}"${control.name.endsWith('-font') ? raw(' list="fonts"') : ''}>`,

  language: (control, { value, languages }) => html`${label(control)}
          <select id="${idOf(control)}" aria-describedby="about-${control.name}">
            <option value="">as the page: English</option>
            ${languages
              .map((tag) => ({ tag, name: languageName(tag) }))
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map(
                ({ tag, name }) =>
                  html`<option value="${tag}" lang="${tag}"${raw(tag === value ? ' selected' : '')}>${name} (${tag})</option>`,
              )}
          </select>`,

  color: (control, { value }) => html`${label(control)}
          <div class="own">
            <input type="color" id="${idOf(control)}" value="${value || '#808080'}" aria-describedby="about-${control.name}">
            ${usualBox(control, value)}
          </div>`,

  length: (control, { value }) => html`${label(control)}
          <div class="own">
            <input type="range" id="${idOf(control)}" min="0" max="${longest}" value="${Number.parseInt(value || '10', 10)}" aria-describedby="about-${control.name}">
            <output for="${idOf(control)}" aria-live="off">${value}</output>
            ${usualBox(control, value)}
          </div>`,
}

const label = (control: Control) => html`<label for="${idOf(control)}">${control.name}</label>`

/** A checkbox: when checked, the element uses its own default. */
function usualBox({ name }: Control, value: string): Markup {
  return html`<label class="usual"><input type="checkbox" data-usual-box${checked(value === '')}>default<span class="unseen"> ${name}</span></label>`
}

/** One of a few options, as a button. */
export function pill(given: { name: string; word: string; text?: string; isOn: boolean }): Markup {
  const { name, word, text = word, isOn } = given
  return html`<label class="pill"><input type="radio" name="${name}" value="${word}"${checked(isOn)}><bdi>${text}</bdi></label>`
}
