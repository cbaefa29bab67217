// Checks that the table of sentences and the tests of this folder match.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sentences } from './sentences/sentences.ts'

const ownName = 'sentences.test.ts'
/** The "bad-…" tests are about robustness, not about a sentence of a document. */
const ruleFiles = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.test.ts') && name !== ownName && !name.startsWith('bad-'),
)

const sources = ruleFiles.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
const titles = sources.flatMap(titlesIn)
const cited = sentences.flatMap(({ test }) => (test === null ? [] : typeof test === 'string' ? [test] : test))

/** The titles of `describe` and `it` of each test, joined to a sentence. */
function titlesIn(source: string): string[] {
  let subject = ''
  return source.split('\n').flatMap((line) => {
    const [, word, , title = ''] = /^ {0,2}(describe|it)(?:\.fails)?\((['"])(.*)\2,/.exec(line) ?? []
    if (word === 'describe') subject = title
    return word === 'it' ? [`${subject} ${title}`] : []
  })
}

function twice(all: readonly string[]): string[] {
  return all.filter((each, index) => all.indexOf(each) !== index)
}

describe('the table of sentences', () => {
  it('names tests that exist, each title once', () => {
    expect(titles.length).toBeGreaterThan(100)
    expect(twice(titles)).toEqual([])
    expect(cited.filter((title) => !titles.includes(title))).toEqual([])
  })

  it('has every test of a rule', () => {
    expect(titles.filter((title) => !cited.includes(title))).toEqual([])
  })

  it('has no sentence twice', () => {
    expect(twice(sentences.map((each) => `${each.document} ${each.section} ${each.sentence}`))).toEqual([])
  })

  it('gives a reason where there is no test', () => {
    const silent = sentences.filter(({ test, why }) => test === null && (why ?? '') === '')
    expect(silent.map(({ sentence }) => sentence)).toEqual([])
    expect(sentences.filter(({ test }) => test?.length === 0)).toEqual([])
  })

  it('finds all tests of this folder', () => {
    const calls = sources.flatMap((source) => source.match(/\bit(\.\w+)*\(/g) ?? [])
    expect(titles).toHaveLength(calls.length)
  })
})
