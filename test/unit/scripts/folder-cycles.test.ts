import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { describeCycle, folderCycles } from '../../../scripts/folder-cycles.ts'

const places: string[] = []
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true })
})

/** Folders and files, each with its text. */
function placeWith(files: Readonly<Record<string, string>>): string {
  const place = mkdtempSync(join(tmpdir(), 'folder-cycles-'))
  places.push(place)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  return place
}

const cyclesOf = (files: Readonly<Record<string, string>>): string[] =>
  folderCycles(placeWith(files)).map((cycle) => describeCycle('src', cycle))

const oneWay = {
  'orders/order.ts': "import { row } from '../store/row.ts'",
  'orders/price.ts': '',
  'store/row.ts': "import { name } from './deep/name.ts'",
  'store/deep/name.ts': "import { Thing } from 'elsewhere'",
}

test('imports in one direction are no cycle', () => {
  expect(cyclesOf(oneWay)).toEqual([])
})

test.each([
  ['a value', "import { price } from '../orders/price.ts'"],
  ['a type', "import type { Price } from '../orders/price.ts'"],
  ['over several lines', "import {\n  type Price,\n} from '../orders/price.ts'"],
  ['what it exports again', "export { price } from '../orders/price.ts'"],
  ['for its effect', "import '../orders/price.ts'"],
  ['later', "const later = () => import('../orders/price.ts')"],
])('folders of which the second imports %s of the first are one, although no files are', (_, text) => {
  expect(cyclesOf({ ...oneWay, 'store/column.ts': text })).toEqual([
    [
      'In src these import each other: orders, store',
      '  src/orders/order.ts imports store/row.ts',
      '  src/store/column.ts imports orders/price.ts',
    ].join('\n'),
  ])
})

test('an import back through a file beside the folders is a cycle, too', () => {
  const files = { ...oneWay, 'store/column.ts': "import '../log.ts'", 'log.ts': "import './orders/price.ts'" }
  expect(cyclesOf(files)).toEqual([expect.stringMatching('these import each other: log.ts, orders, store\n')])
})

test('a comment or a string is no import', () => {
  const comment = "// from '../orders/price.ts'\n/* import '../orders/price.ts' */"
  expect(cyclesOf({ ...oneWay, 'store/column.ts': comment })).toEqual([])
})

test('two cycles are reported separately', () => {
  const other = { 'a/a.ts': "import '../b/b.ts'", 'b/b.ts': "import '../a/c.ts'", 'a/c.ts': '' }
  const first = { ...oneWay, 'store/column.ts': "import '../orders/price.ts'" }
  expect(cyclesOf({ ...first, ...other })).toHaveLength(2)
})
