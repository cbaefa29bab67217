// HTTP belongs where requests come in (http/, routes/, app.ts), where a runtime's requests are translated (node/, node.ts,
// next.ts), and where we send requests (service/, and banks/logos.ts for images). The code that decides about payments
// does not know it.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const merchant = new URL('../../../src/merchant/', import.meta.url)
const edge = /^(http|routes|node|service)\/|^(app|next|node)\.ts$|^banks\/(logos|logo-fetch)\.ts$/

const files = readdirSync(merchant, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !edge.test(file))

const linesOf = (file: string, wrong: RegExp) =>
  readFileSync(new URL(file, merchant), 'utf8')
    .split('\n')
    .flatMap((line, index) => (wrong.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []))

test('no file inside imports from http/', () => {
  expect(files.flatMap((file) => linesOf(file, /from '.*\bhttp\/[\w-]+\.ts'|from 'hono/))).toEqual([])
})

test('no file inside names a status code, in code or in comments', () => {
  const status = /\bstatus(Code)?\b\s*(:|[!=]==?)\s*[1-5]\d\d\b|HttpProblem|@throws \{\w+\} [1-5]\d\d\b/
  expect(files.flatMap((file) => linesOf(file, status))).toEqual([])
})
