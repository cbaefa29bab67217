// Writes the table of a run into docs/internals/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../../docs/internals/benchmarks.md', import.meta.url)
const begin = '<!-- table: written by `npm run bench -- --write` -->'
const end = '<!-- end of table -->'

/** The document with a new table between its markers. @throws {Error} when a marker is missing */
export function withTable(document: string, table: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no place for the table: ${begin} … ${end}`)
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`
}

/** Writes the table into docs/internals/benchmarks.md. */
export function writeTable(table: string): void {
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), table))
}
