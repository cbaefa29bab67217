// Part of `npm run lint`: only src/merchant/order/write writes payments. A statement elsewhere would have to remember by itself
// what belongs to each write: the version, `updated_at`, the notification, and which outcomes it may change.
//
//   npx tsx scripts/one-writer.ts
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const writer = 'src/merchant/order/write/'
const tables = ['sessions', 'session_ids', 'session_claims']

/** A table whose name is put together at run time may be one of them. */
const table = `"?payin_checkout"?\\."?(?:(?:${tables.join('|')})\\b|\\$\\{)`
const statements = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?)\\s+(?:only\\s+)?${table}`,
  'gi',
)

/** One sentence for each statement in `src` of this folder that writes payments and is not in the writer. */
export function writesElsewhere(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]sx?$/.test(name))
    .map((name) => `src/${name.split(sep).join('/')}`)
    .filter((path) => !path.startsWith(writer))
    .flatMap((path) => writesIn(readFileSync(join(root, path), 'utf8')).map((write) => sentence(path, write)))
}

const sentence = (path: string, write: string): string =>
  `${path} writes a payment (${write}). Only ${writer} may: add a function there that says what it stores.`

function writesIn(code: string): string[] {
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm, '')
  return [...withoutComments.matchAll(statements)].map(([write]) => write.replace(/\s+/g, ' ').trim())
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = writesElsewhere('.')
  for (const each of found) console.error(each)
  if (found.length > 0) process.exitCode = 1
}
