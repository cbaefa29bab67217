// What editors get to know of the elements: each file has the form of its format, and lacks nothing of the reference.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import { editorData } from '../../../scripts/editor-data.ts'
import { elements, events, parts, tokens } from '../../../src/elements/reference.ts'

const text = z.string().min(1)
const described = z.strictObject({ name: text, description: text })

/** The parts of https://json.schemastore.org/web-types that we use. */
const webTypes = z.strictObject({
  $schema: z.literal('https://json.schemastore.org/web-types'),
  name: z.literal('payin-checkout'),
  version: z.literal(manifest.version),
  'js-types-syntax': z.literal('typescript'),
  'description-markup': z.enum(['html', 'markdown', 'none']),
  contributions: z.strictObject({
    html: z.strictObject({
      elements: z.array(
        described.extend({
          attributes: z.array(
            described.extend({
              default: text.optional(),
              value: z.strictObject({ kind: z.enum(['no-value', 'plain']), type: text.optional() }),
            }),
          ),
          slots: z.array(described.extend({ name: z.string() })),
          js: z.strictObject({
            properties: z.array(
              described.extend({
                type: text,
                default: text.optional(),
                'read-only': z.literal(true).optional(),
              }),
            ),
            events: z.array(described),
          }),
          css: z.strictObject({
            properties: z.array(described.extend({ syntax: text.optional() })),
            parts: z.array(described),
          }),
        }),
      ),
    }),
  }),
})

const marked = z.strictObject({
  name: text,
  description: z.strictObject({ kind: z.literal('markdown'), value: text }),
})

/** The parts of VS Code's custom data for HTML that we use (`docs/customData.schema.json` of its language service). */
const htmlData = z.strictObject({
  version: z.literal(1.1),
  tags: z.array(
    marked.extend({
      attributes: z.array(
        marked.extend({
          values: z.array(z.strictObject({ name: text })).optional(),
          valueSet: z.literal('v').optional(),
        }),
      ),
    }),
  ),
})

const cssData = z.strictObject({
  version: z.literal(1.1),
  properties: z.array(marked.extend({ syntax: text.optional() })),
  pseudoElements: z.array(marked),
})

/** As an editor reads it from the file. */
const read = (file: string): unknown => JSON.parse(JSON.stringify(editorData().get(file) ?? null))
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
const found = <Item extends { readonly name: string }>(list: readonly Item[], name: string): Item => {
  const item = list.find((each) => each.name === name)
  if (!item) throw new Error(`${name} is missing.`)
  return item
}

test('each file has the form of its format', () => {
  expect([...editorData().keys()]).toEqual([
    manifest['web-types'].replace('dist/', ''),
    'vscode.html-custom-data.json',
    'vscode.css-custom-data.json',
  ])
  for (const [file, form] of [
    ['web-types.json', webTypes],
    ['vscode.html-custom-data.json', htmlData],
    ['vscode.css-custom-data.json', cssData],
  ] as const)
    expect(form.safeParse(read(file)).error?.issues ?? [], file).toEqual([])
})

describe.each(elements)('an editor offers of $name', (element) => {
  const eventNames = element.eventPrefix ? events.map(({ name }) => `${element.eventPrefix}-${name}`) : []
  const jetBrains = () =>
    found(webTypes.parse(read('web-types.json')).contributions.html.elements, element.name)
  const vsCode = () => found(htmlData.parse(read('vscode.html-custom-data.json')).tags, element.name)

  test('each attribute with its description and default', () => {
    expect(jetBrains().attributes.map(({ name, description }) => ({ name, description }))).toEqual(
      element.attributes.map(({ name, description }) => ({ name, description })),
    )
    expect(namesOf(vsCode().attributes)).toEqual(namesOf(element.attributes))
    for (const attribute of element.attributes) {
      const initial = attribute.default?.replaceAll("'", '')
      const { value } = found(vsCode().attributes, attribute.name).description
      expect(value).toBe(attribute.description + (initial ? `\n\nDefault: \`${initial}\`` : ''))
      expect(found(jetBrains().attributes, attribute.name).default).toBe(initial)
    }
  })

  test('the values that an attribute may have', () => {
    for (const { name, type } of element.attributes) {
      const values = found(vsCode().attributes, name).values
      expect(values?.map(({ name }) => `'${name}'`).join(' | ') ?? null, name).toBe(
        type.startsWith("'") ? type : null,
      )
      const { value } = found(jetBrains().attributes, name)
      expect(value, name).toEqual(type === 'boolean' ? { kind: 'no-value' } : { kind: 'plain', type })
    }
  })

  test('each property, event and slot', () => {
    expect(namesOf(jetBrains().js.properties)).toEqual(
      namesOf([...element.attributes, ...element.properties]),
    )
    expect(namesOf(jetBrains().js.events)).toEqual(eventNames)
    expect(jetBrains().slots).toEqual(element.slots)
    const { value } = vsCode().description
    expect([...value.matchAll(/^- `([\w-]+)`: (?=.)/gm)].map(([, name]) => name)).toEqual([
      ...eventNames,
      ...element.slots.map(({ name }) => name || 'default'),
    ])
    for (const { description } of [element, ...element.slots]) expect(value).toContain(description)
    for (const { description } of element.eventPrefix ? events : []) expect(value).toContain(description)
  })

  test('each token and part', () => {
    expect(jetBrains().css).toEqual({ properties: tokens, parts })
    const { properties, pseudoElements } = cssData.parse(read('vscode.css-custom-data.json'))
    expect(
      properties.map(({ description, ...token }) => ({ ...token, description: description.value })),
    ).toEqual(tokens)
    expect(pseudoElements.map(({ name, description }) => [name, description.value])).toEqual(
      parts.map(({ name, description }) => [`::part(${name})`, description]),
    )
  })
})
