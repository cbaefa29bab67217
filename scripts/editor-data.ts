// The elements in the formats of editors: web-types.json for JetBrains, and the two files of custom data for VS Code.
// Formats: https://json.schemastore.org/web-types, and `docs/customData.md` of vscode-html-languageservice and of
// vscode-css-languageservice. Everything is taken from the reference.
import manifest from '../package.json' with { type: 'json' }
import { valuesOf } from '../src/cli/doctor/package-facts.ts'
import {
  type Attribute,
  type Described,
  type ElementReference,
  elements,
  events,
  parts,
  type Token,
  tokens,
} from '../src/elements/reference.ts'

export function editorData(): ReadonlyMap<string, object> {
  return new Map([
    ['web-types.json', webTypes()],
    ['vscode.html-custom-data.json', { version: 1.1, tags: elements.map(tagOf) }],
    [
      'vscode.css-custom-data.json',
      { version: 1.1, properties: tokens.map(propertyOf), pseudoElements: parts.map(pseudoElementOf) },
    ],
  ])
}

/** The events of an element by their full names, such as `payment-complete`. */
const eventsOf = ({ eventPrefix }: ElementReference): readonly Described[] =>
  eventPrefix ? events.map((event) => ({ ...event, name: `${eventPrefix}-${event.name}` })) : []

const plain = (text: string | undefined) => text?.replaceAll("'", '')

function webTypes(): object {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: manifest.name,
    version: manifest.version,
    'js-types-syntax': 'typescript',
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map((element) => ({
          name: element.name,
          description: element.description,
          attributes: element.attributes.map(({ name, description, type, default: initial }) => ({
            name,
            description,
            ...(initial && { default: plain(initial) }),
            value: type === 'boolean' ? { kind: 'no-value' } : { kind: 'plain', type },
          })),
          slots: element.slots,
          js: {
            properties: [...element.attributes, ...element.properties].map((property) => ({
              ...property,
              ...(property.name === 'state' && { 'read-only': true }),
            })),
            events: eventsOf(element),
          },
          css: { properties: tokens, parts },
        })),
      },
    },
  }
}

const markdown = (value: string) => ({ kind: 'markdown', value })

/** VS Code has no place for slots and events of an element, so its description names them. */
function tagOf(element: ElementReference): object {
  const list = (title: string, all: readonly Described[]) =>
    all.length === 0
      ? []
      : [
          `**${title}**`,
          all.map(({ name, description }) => `- \`${name || 'default'}\`: ${description}`).join('\n'),
        ]
  return {
    name: element.name,
    description: markdown(
      [element.description, ...list('Events', eventsOf(element)), ...list('Slots', element.slots)].join(
        '\n\n',
      ),
    ),
    attributes: element.attributes.map(attributeOf),
  }
}

function attributeOf({ name, description, type, default: initial }: Attribute): object {
  const values = valuesOf(type)
  return {
    name,
    description: markdown(initial ? `${description}\n\nDefault: \`${plain(initial)}\`` : description),
    ...(values && { values: values.map((name) => ({ name })) }),
    // Its name for an attribute without a value.
    ...(type === 'boolean' && { valueSet: 'v' }),
  }
}

function propertyOf({ name, description, syntax }: Token): object {
  return { name, description: markdown(description), ...(syntax && { syntax }) }
}

function pseudoElementOf({ name, description }: Described): object {
  return { name: `::part(${name})`, description: markdown(description) }
}
