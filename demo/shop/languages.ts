// The languages of the checkout: one file each beside the built script.
import { readdir } from 'node:fs/promises'

const built = new URL('../../dist/locales/', import.meta.url)

/** BCP 47 tags of the built languages without English, which the script contains; none while nothing is built. */
export async function listLanguages(): Promise<string[]> {
  const files = await readdir(built).catch(() => [])
  return files
    .filter((file) => file.endsWith('.json') && file !== 'index.json')
    .map((file) => file.slice(0, -'.json'.length))
}

/** The name of a language in that language: `de` is `Deutsch`. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
}
