// docs/accessibility-report.md has every criterion of WCAG 2.2 at levels A and AA once, and each claim has its evidence.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDocument } from '../../support/documents.ts'

const text = readDocument('docs/accessibility-report.md')
const rows = [
  ...text.matchAll(/^\| (\d\.\d+\.\d+) [^|]+ \| (A{1,2}) \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm),
].map(([, criterion = '', level = '', conforms = '', evidence = '']) => ({
  criterion,
  level,
  conforms,
  evidence,
}))

/** WCAG 2.2 (W3C Recommendation, 5 October 2023), without those of level AAA. */
const levelA =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2'
const levelAa =
  '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3'

test('the report has every criterion of levels A and AA once', () => {
  const of = (wanted: string) =>
    rows.filter(({ level }) => level === wanted).map(({ criterion }) => criterion)
  expect(of('A').sort()).toEqual(levelA.split(' ').sort())
  expect(of('AA').sort()).toEqual(levelAa.split(' ').sort())
})

test.each(rows)(
  '$criterion names tests that there are, unless it does not apply',
  ({ conforms, evidence }) => {
    const files = [...evidence.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    for (const file of files)
      expect(existsSync(new URL(`../../../${file}`, import.meta.url)), file).toBe(true)
    expect(['supports', 'partly', 'not applicable']).toContain(conforms)
    expect(files.length > 0).toBe(conforms !== 'not applicable')
  },
)
