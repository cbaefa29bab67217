// The visitor's language and country: their first values, and the form on every page that changes them.
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { readForm } from '../forms/read-form.ts'
import { bankCountries } from '../service/banks.ts'
import { globeIcon } from './icons.ts'
import { isKnownLanguage, languageChoices, textsFor } from './texts/texts.ts'
import type { Visit } from './visits.ts'

/** The visitor's choice, else the merchant's, else the browser's, else English. */
export function languageOf(c: Context, visit: Visit, preferred?: string): string {
  const accepted = (c.req.header('Accept-Language') ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return [visit.language, preferred, ...accepted].find(isKnownLanguage) ?? 'en'
}

export type Settings = {
  language: string
  /** Without it the form has the language only. */
  country?: string | undefined
  /** The path of the flow. The form posts to `${path}/settings`. */
  path: string
  /** The page below `path` to return to, such as "/bank/login". */
  step?: string
}

export function renderSettings({ language, country, path, step = '' }: Settings): Content {
  const { common } = textsFor(language)
  const current = languageChoices.find(([code]) => code === language)?.[1] ?? 'English'
  return html`<details class="settings">
    <summary class="row">${globeIcon} <span class="visually-hidden">${common.settings}:</span> <bdi lang="${language}">${current}</bdi>${country ? html` · <bdi>${countryName(country, language)}</bdi>` : ''}</summary>
    <form class="box stack" method="post" action="${path}/settings" data-settings>
      <input type="hidden" name="step" value="${step}">
      <label class="field"><span>${common.language}</span><select name="language">${languageChoices.map(([code, name]) => option(code, name, code === language, code))}</select></label>
      ${country === undefined ? '' : countryChoice(common.country, country, language)}
      <button type="submit">${common.change}</button>
    </form>
  </details>`
}

function countryChoice(label: string, country: string, language: string): Content {
  const countries = [...new Set([...bankCountries, ...(country ? [country] : [])])]
  const named = countries.map((code): [string, string] => [code, countryName(code, language)])
  named.sort(([, a], [, b]) => a.localeCompare(b, language))
  return html`<label class="field"><span>${label}</span><select name="country">
    ${country === '' ? option('', '–', true) : ''}${named.map(([code, name]) => option(code, name, code === country))}
  </select></label>`
}

function option(value: string, name: string, selected: boolean, lang?: string): Content {
  return html`<option value="${value}" ${lang ? html`lang="${lang}"` : ''} ${selected ? 'selected' : ''}>${name}</option>`
}

/** @param country ISO 3166-1 alpha-2; an unknown code is shown as it is */
export function countryName(country: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country) ?? country
}

/**
 * Stores the choices of the posted form, and what was typed on the page. Returns the step to return to, "" for the first.
 * @throws {Problem} 400 when the body is not a form
 */
export async function readSettings(c: Context, visit: Visit): Promise<string> {
  const form = await readForm(c)
  const [language, country, given] = [form.text('language'), form.text('country'), form.text('step')]
  // Only a page below the flow's own path, never another site.
  const step = /^(\/[a-z0-9-]+){1,3}$/.test(given) ? given : ''
  if (isKnownLanguage(language)) visit.language = language
  if (/^[A-Z]{2}$/.test(country)) visit.country = country
  visit.typed = { step, values: form.texts() }
  return step
}

/** What was typed on this step before the settings were changed. Only once: everyone with the link sees the page. */
export function takeTyped(visit: Visit, step: string): Readonly<Record<string, string>> {
  const { typed } = visit
  visit.typed = undefined
  return typed?.step === step ? typed.values : {}
}
