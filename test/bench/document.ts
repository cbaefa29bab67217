// docs/benchmarks.md, whose table is a run's.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../../docs/benchmarks.md', import.meta.url)
const begin = '<!-- table: written by `npm run bench -- --write` -->'
const end = '<!-- end of table -->'

/** The document with another table between its markers. @throws {Error} when it has not both of them */
export function withTable(document: string, table: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no place for the table: ${begin} … ${end}`)
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`
}

/** Puts the table into docs/benchmarks.md. */
export function writeTable(table: string): void {
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), table))
}
