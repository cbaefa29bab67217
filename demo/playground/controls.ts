// Creates controls from the manifest, by an attribute's type or a token's syntax. There is no list of attributes, tokens
// or values here, so the playground has every new one after the next build.
import type { Declaration } from './manifest.ts'

/**
 * `choice` one of a few values · `flag` set or not · `several` values, space-separated · `language` one of the package's ·
 * `text` any text · `color`, `length` of a token, in `#rrggbb` and whole pixels
 */
export type Field = 'choice' | 'flag' | 'several' | 'language' | 'text' | 'color' | 'length'

export interface Control {
  /** The name of the attribute or token, and of the URL parameter. */
  readonly name: string
  readonly description: string
  readonly sort: 'attribute' | 'token'
  readonly field: Field
  /** The options of `choice` and `several`. */
  readonly words: readonly string[]
  /** The default value, which the code omits. */
  readonly usual: string
  /** The initial value in the playground. */
  readonly initial: string
}

/** The largest radius to choose, in pixels. */
export const longest = 28

/** One control for each attribute and each token of an element, in the manifest's order. */
export function controlsOf(
  { attributes, cssProperties }: Declaration,
  initial: Readonly<Record<string, string>> = {},
): Control[] {
  return [
    ...attributes.map((attribute) => {
      const { name, description } = attribute
      const usual = attribute.default?.replace(/^'(.*)'$/, '$1') ?? ''
      return { name, description, sort: 'attribute' as const, ...fieldOf(attribute), usual }
    }),
    ...cssProperties.map(({ name, description, syntax }) => {
      const field = syntax === '<color>' ? 'color' : syntax === '<length>' ? 'length' : 'text'
      return { name, description, sort: 'token' as const, field, words: [], usual: '' } as const
    }),
  ].map((control) => ({ ...control, initial: initial[control.name] ?? control.usual }))
}

function fieldOf({
  name,
  description,
  type,
}: Declaration['attributes'][number]): Pick<Control, 'field' | 'words'> {
  const words = [...type.text.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  if (words.length > 0) return { field: 'choice', words }
  if (type.text === 'boolean') return { field: 'flag', words }
  // A manifest has no type for lists of values; the description names them.
  const listed = /space-separated: ([^.]*)\./.exec(description)?.[1] ?? ''
  if (listed)
    return { field: 'several', words: [...listed.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word) }
  return { field: name === 'lang' ? 'language' : 'text', words }
}

/**
 * The value of each control: the query's if the control can show it, else the initial
 * value.
 */
export function valuesFrom(
  query: URLSearchParams,
  controls: readonly Control[],
  languages: readonly string[],
): Map<string, string> {
  return new Map(
    controls.map((control) => {
      const asked = query.get(control.name)
      const read = asked === null ? null : readable(asked, control, languages)
      return [control.name, read ?? control.initial]
    }),
  )
}

function readable(
  asked: string,
  { field, words, usual }: Control,
  languages: readonly string[],
): string | null {
  // A text field has one line.
  const value = asked.replace(/\p{Cc}/gu, '').slice(0, 200)
  if (field === 'text' || value === usual) return value
  const isShown: Record<Exclude<Field, 'text'>, () => boolean> = {
    choice: () => words.includes(value),
    flag: () => value === 'true',
    several: () => value.split(' ').every((word) => words.includes(word)),
    language: () => languages.includes(value),
    color: () => /^#[0-9a-f]{6}$/i.test(value),
    length: () => /^\d{1,2}px$/.test(value) && Number.parseInt(value, 10) <= longest,
  }
  return isShown[field]() ? value : null
}
