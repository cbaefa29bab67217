// docs/accessibility.md shows the transcripts that `npm run test:heard` compares with a screen reader's utterances.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shownTranscript } from '../../screen-reader/support/shown-transcript.ts'
import { readTranscript } from '../../screen-reader/support/transcript.ts'
import { readDocument } from '../../support/documents.ts'

const folder = new URL('../../screen-reader/transcripts/', import.meta.url)
const names = readdirSync(folder).map((file) => file.replace('.txt', ''))
const textOf = (name: string) => readFileSync(new URL(`${name}.txt`, folder), 'utf8')

describe('what a screen reader says', () => {
  test.each(names)('%s is shown word for word', (name) => {
    expect(shownTranscript(name)).toBe(textOf(name))
  })

  test('each journey has a transcript, and each transcript a journey', () => {
    const journeys = readFileSync(new URL('../screen-reader.test.ts', folder), 'utf8')
    const heard = [...journeys.matchAll(/\bcompareTranscript\('(\w+)'/g)].map(([, name]) => name)
    expect(heard.sort()).toEqual([...names].sort())
  })

  test.each(names)('%s contains no id, no address and no code', (name) => {
    const words = readTranscript(textOf(name)).flatMap(({ hears }) => hears)
    expect(words.length).toBeGreaterThan(5)
    expect(
      words.filter((line) => /https?:|localhost|cs_|[0-9a-f]{8}-|undefined|\bnull\b|[{}]/.test(line)),
    ).toEqual([])
  })

  test('is tested by the documented command', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', folder), 'utf8'))
    expect(readDocument('docs/accessibility.md')).toContain('npm run test:heard')
    expect(scripts['test:heard']).toContain('test/screen-reader/main.ts')
  })
})
