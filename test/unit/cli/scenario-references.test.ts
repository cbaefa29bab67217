import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesIn, refers, resolveReferences } from '../../../src/cli/scenario/references.ts'
import { parseScenarioText } from '../../../src/cli/scenario/scenario-text.ts'

const results = new Map<string, unknown>([
  ['first', { id: 'p-1', amount: { value: '49.90' }, tries: 2, paid: true, gone: null, list: ['a', 'b'] }],
  ['empty', null],
])

describe('a reference', () => {
  it.each([
    ['${first.id}', 'p-1'],
    ['A-${first.id}-${first.amount.value}', 'A-p-1-49.90'],
    ['${ first.id }', 'p-1'],
    ['${first.tries} ${first.paid} ${first.list.1}', '2 true b'],
    ['$${first.id}', '${first.id}'],
    ['$5 and {6}', '$5 and {6}'],
    ['', ''],
  ])('in %j becomes %j', (text, resolved) => {
    expect(resolveReferences(text, results)).toBe(resolved)
  })

  it.each([
    [
      '${frist.id}',
      '${frist…} is not the name of an earlier step; earlier names: first, empty. Did you mean "first"?',
    ],
    ['${first.ID2}', 'first has id, amount, tries, paid, gone, list, and no "ID2". Did you mean "id"?'],
    ['${first.amount.valeu}', 'first.amount has value, and no "valeu". Did you mean "value"?'],
    ['${first.id.length}', 'first.id is a single value, and no "length".'],
    ['${first}', '${first} is not a single value; it has id, amount'],
    ['${first.amount}', '${first.amount} is not a single value; it has value.'],
    ['${first.gone}', '${first.gone} is empty.'],
    ['${empty.id}', 'empty is a single value, and no "id".'],
    ['${first.list.2}', 'first.list has 0, 1, and no "2".'],
    ['${first.constructor}', 'and no "constructor".'],
    ['${first.__proto__.x}', 'and no "__proto__".'],
    ['${__proto__.x}', '${__proto__…} is not the name of an earlier step'],
    ['${}', '"${}" is empty'],
    ['${first..id}', '"${first..id}" is empty or has an empty part'],
    ['${first.id', '"${first.id" has no closing brace'],
  ])('like %s is refused with a message', (text, sentence) => {
    expect(() => resolveReferences(text, results)).toThrow(sentence)
  })

  it('names the steps that it needs', () => {
    expect(namesIn('a ${first.id} $${no.id} ${second}')).toEqual(['first', 'second'])
    expect(refers('$${first.id}')).toBe(false)
    expect(refers('x${first.id}')).toBe(true)
  })
})

const part = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/)
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean())

describe('for any result', () => {
  it('every text, number and boolean is found by its path', () => {
    const anything = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.dictionary(part, tie('value'), { noNullPrototype: true }),
      ),
    })).value
    fc.assert(
      fc.property(part, anything, (name, value) => {
        for (const [path, found] of leavesOf(value)) {
          const reference = `\${${[name, ...path].join('.')}}`
          expect(resolveReferences(`<${reference}>`, new Map([[name, value]]))).toBe(`<${found}>`)
        }
      }),
    )
  })

  it('a text whose "${" are escaped stays unchanged', () => {
    const text = fc.array(fc.constantFrom('$', '{', '}', 'a', '.', '${', '${first.id}'), { maxLength: 12 })
    fc.assert(
      fc.property(text, (parts) => {
        const plain = parts.join('')
        const written = plain.replaceAll('${', () => '$${')
        expect(refers(written)).toBe(false)
        expect(resolveReferences(written, results)).toBe(plain)
      }),
    )
  })

  it('a reference in YAML is read unchanged, despite its braces', () => {
    fc.assert(
      fc.property(part, part, (name, field) => {
        const reference = `\${${name}.${field}}`
        const lines = [
          `a: ${reference}`,
          `b: { c: ${reference}, d: x-${reference} }`,
          `e: "${reference}"`,
          `f: [${reference}]`,
        ]
        const parsed = parseScenarioText(lines.join('\n'))
        if (!parsed.ok) throw new Error(parsed.mistakes[0]?.sentence)
        const { a, b, e, f } = parsed.text.value as Record<string, unknown>
        expect({ a, b, e, f }).toEqual({
          a: reference,
          b: { c: reference, d: `x-${reference}` },
          e: reference,
          f: [reference],
        })
        expect(parsed.text.lineOf(['f', 0])).toBe(4)
      }),
    )
  })

  it('no text throws anything but a CommandError', () => {
    const text = fc.array(fc.oneof(fc.string(), fc.constantFrom('${', '}', 'first', '.', 'id')), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(text, (parts) => {
        try {
          expect(typeof resolveReferences(parts.join(''), results)).toBe('string')
        } catch (error) {
          expect((error as Error).name).toBe('CommandError')
        }
      }),
    )
  })
})

function leavesOf(value: unknown, path: string[] = []): [string[], string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}
