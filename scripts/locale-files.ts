// The served language files: one small file for each language, and an index with the hash of every file. The script
// contains the hash of the index, so that one hash covers them all.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../src/locales/', import.meta.url))

/** The file for a tag without its own file. `en` is built in. */
export const nearest: Readonly<Record<string, string>> = {
  no: 'nb',
  nn: 'nb',
  'zh-Hant': 'zh-TW',
  zh: 'zh-CN',
  pt: 'pt-PT',
  ...tagsOf('es-419', 'es', 'AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE'),
  ...tagsOf('en-GB', 'en', 'AU BE CH CY DE DK FI GI HK IE IN IT JE GG IM KE MT MY NG NL NZ PK SE SG SI ZA'),
}

function tagsOf(file: string, language: string, regions: string): Record<string, string> {
  return Object.fromEntries(regions.split(' ').map((region) => [`${language}-${region}`, file]))
}

/** The files of `dist/locales/`, by name, and the integrity of their index. */
export function localeFiles(): { readonly files: ReadonlyMap<string, string>; readonly integrity: string } {
  const files = new Map<string, string>()
  const index: Record<string, string> = { ...nearest }
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue
    const text = JSON.stringify(JSON.parse(readFileSync(folder + name, 'utf8')))
    files.set(name, text)
    index[name.replace('.json', '')] = integrityOf(text)
  }
  const text = JSON.stringify(index)
  files.set('index.json', text)
  return { files, integrity: integrityOf(text) }
}

/** The same languages as modules, for a bundler: `import de from 'payin-checkout/locales/de'`. */
export function localeModules(): ReadonlyMap<string, string> {
  const modules = new Map<string, string>()
  for (const [name, text] of localeFiles().files) {
    if (name !== 'index.json') modules.set(name.replace('.json', '.js'), `export default ${text}\n`)
  }
  return modules
}

function integrityOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`
}
