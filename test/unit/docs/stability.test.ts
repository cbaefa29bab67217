// The versions of docs/stability.md are those that the package is built for.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cssTarget } from '../../../scripts/css-target.ts'
import { exitCodes } from '../../../src/cli/command.ts'
import { readDocument, tableOf } from '../../support/documents.ts'

const text = readDocument('docs/stability.md')
const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

test('Node and the browsers are those that the package is built for', () => {
  const rows = tableOf(text, 'where').map(([what = '', from = '']) => [what, from])
  const named = new Map(rows as [string, string][])
  const browsers = cssTarget.map((target) => /^([a-z]+)([\d.]+)$/.exec(target)?.slice(1) ?? [])

  expect(`>=${named.get('Node')}`).toBe(engines.node)
  for (const [browser = '', version] of browsers) {
    const name = [...named.keys()].find((each) => each.toLowerCase().startsWith(browser))
    expect(named.get(name ?? ''), browser).toBe(version)
  }
})

test('the exit codes are those that the commands have', () => {
  const said = [...text.matchAll(/`(\d+)` (?:success|found|could|interrupted)/g)].map(([, code]) =>
    Number(code),
  )
  expect(said).toEqual(Object.values(exitCodes))
})
