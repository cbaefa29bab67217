// The rows of docs/internals/fault-table.md and the journeys are the same list.
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type FaultRow, faultRows, titleOf } from '../../journeys/support/fault-rows.ts'

const fileOf = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
const rows: readonly FaultRow[] = faultRows

describe('the fault table', () => {
  test('has a row for each journey, in the same order, and no empty cell', async () => {
    const document = await fileOf('docs/internals/fault-table.md')
    const cells = document
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) => line.split('|').slice(1, -1))
      .map((row) => row.map((cell) => cell.trim()))

    expect(cells.map(([fault, where]) => `${fault} · ${where}`)).toEqual(rows.map(titleOf))
    expect(cells.filter((row) => row.length !== 5 || row.includes(''))).toEqual([])
  })

  test('has one journey for each row', async () => {
    const journeys = await fileOf('test/journeys/fault-table.journey.ts')
    const named = [...journeys.matchAll(/\brow\((['"])(.+?)\1\)/g)].map(([, , title]) => title)

    const own = rows.filter(({ switches }) => switches === undefined).map(titleOf)
    expect(named.sort()).toEqual([...own].sort())
    expect(new Set(rows.map(titleOf)).size).toBe(rows.length)
  })

  test.each(['429', '500', '409', 'timeout', 'cut'])('names %s on create', (fault) => {
    expect(rows.some((row) => row.fault === fault && row.where.startsWith('creating'))).toBe(true)
  })

  test.each(['429', '500', 'timeout', 'cut'])('names %s on read', (fault) => {
    expect(rows.some((row) => row.fault === fault && row.where === 'reading')).toBe(true)
  })

  test('is rerun by the command that it names', async () => {
    const { scripts } = JSON.parse(await fileOf('package.json'))
    expect(await fileOf('docs/internals/fault-table.md')).toContain('npm run fault-table')
    expect(scripts['fault-table']).toContain('playwright test fault-table')
  })
})
