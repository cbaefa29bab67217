// Every sentence that a visitor of the hosted pages reads, in nine languages. English defines the shape (`en.ts`), so
// the compiler names the language that lacks a sentence.
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { tr } from './tr.ts'

export type { Texts } from './en.ts'

const languages: Record<string, { name: string; texts: Texts }> = {
  en: { name: 'English', texts: en },
  de: { name: 'Deutsch', texts: de },
  es: { name: 'Español', texts: es },
  fr: { name: 'Français', texts: fr },
  it: { name: 'Italiano', texts: it },
  nl: { name: 'Nederlands', texts: nl },
  pl: { name: 'Polski', texts: pl },
  tr: { name: 'Türkçe', texts: tr },
  ar: { name: 'العربية', texts: ar },
}

/** Each in its own name, as a person looks for their language. */
export const languageChoices: readonly [language: string, name: string][] = Object.entries(languages).map(
  ([language, { name }]) => [language, name],
)

export function isKnownLanguage(language: string | undefined): language is string {
  return language !== undefined && Object.hasOwn(languages, language)
}

/** A language that the pages do not speak is answered in English. */
export function textsFor(language: string): Texts {
  return (isKnownLanguage(language) ? languages[language]?.texts : undefined) ?? en
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
