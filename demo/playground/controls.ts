// From the manifest to controls: what an attribute's type, or a token's syntax, asks for. No list of attributes, tokens
// or words is kept here, so that what the package learns is to be tried here with its next build.
import type { Declaration } from './manifest.ts'

/**
 * `choice` one of few words · `flag` there or not · `several` words, space-separated · `language` one of the package's ·
 * `text` anything · `color`, `length` a token's, in `#rrggbb` and whole pixels
 */
export type Field = 'choice' | 'flag' | 'several' | 'language' | 'text' | 'color' | 'length'

export interface Control {
  /** The attribute's or the token's name, which is the parameter's in the address too. */
  readonly name: string
  readonly description: string
  readonly sort: 'attribute' | 'token'
  readonly field: Field
  /** What `choice` and `several` offer. */
  readonly words: readonly string[]
  /** The value that need not be written. */
  readonly usual: string
  /** What the playground begins with. */
  readonly initial: string
}

/** The widest corner that is to be chosen, in pixels. */
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
  // A manifest has no type for lists of words; its sentence names them.
  const listed = /space-separated: ([^.]*)\./.exec(description)?.[1] ?? ''
  if (listed)
    return { field: 'several', words: [...listed.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word) }
  return { field: name === 'lang' ? 'language' : 'text', words }
}

/**
 * The value of each control: the query's, where it is one that the control can show, else what the playground begins
 * with.
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
  // A text field holds one line.
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
