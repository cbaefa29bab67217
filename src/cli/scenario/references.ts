// `${first.id}`: what an earlier step has given, within a text. `$${` is a "${" that refers to nothing.
import { CommandError } from '../command.ts'
import { didYouMean } from '../nearest.ts'

interface Reference {
  /** Of the step: `as: first`. */
  readonly name: string
  /** Into what the step has given. */
  readonly path: readonly string[]
}

const token = /\$\$\{|\$\{([^{}]*)(\}?)/g

/** Whether a text is known only once earlier steps have run. */
export const refers = (text: string): boolean => [...text.matchAll(token)].some(([found]) => found !== '$${')

/**
 * The names in a text, in their order.
 * @throws {CommandError} for what begins like a reference and is none
 */
export function namesIn(text: string): string[] {
  return [...text.matchAll(token)].flatMap((found) => (found[0] === '$${' ? [] : [readReference(found).name]))
}

/**
 * The text with each reference replaced.
 * @param results what the steps have given, by name
 * @throws {CommandError} where a reference leads to nothing, or to what is no text
 */
export function resolveReferences(text: string, results: ReadonlyMap<string, unknown>): string {
  return text.replace(token, (...found: string[]) => {
    if (found[0] === '$${') return '${'
    return follow(readReference(found), results)
  })
}

function readReference([whole = '', inside = '', end = '']: readonly (string | undefined)[]): Reference {
  if (end === '')
    throw new CommandError(`"${whole}" has no end; a reference is like \${first.id}, and $\${ is none.`)
  const [name = '', ...path] = inside.trim().split('.')
  if ([name, ...path].every((part) => part !== '')) return { name, path }
  throw new CommandError(`"${whole}" leads nowhere; a reference is like \${first.id}.`)
}

function follow({ name, path }: Reference, results: ReadonlyMap<string, unknown>): string {
  if (!results.has(name)) throw new CommandError(unknownName(name, [...results.keys()]))
  let value = results.get(name)
  let place = name
  for (const part of path) {
    const fields = fieldsOf(value)
    if (!fields.includes(part)) {
      const has = fields.length === 0 ? 'is a single value' : `has ${fields.join(', ')}`
      throw new CommandError(
        `\${${[name, ...path].join('.')}}: ${place} ${has}, and no "${part}".${didYouMean(part, fields)}`,
      )
    }
    value = (value as Record<string, unknown>)[part]
    place = `${place}.${part}`
  }
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value)
  const fields = fieldsOf(value)
  const remedy = fields.length === 0 ? 'is empty' : `is no text; it has ${fields.join(', ')}`
  throw new CommandError(`\${${[name, ...path].join('.')}} ${remedy}.`)
}

/** What a step has not been named. */
export function unknownName(name: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'no step before it has a name' : `before it there is ${names.join(', ')}`
  return `\${${name}…} is the name of no earlier step; ${known}.${didYouMean(name, names)}`
}

/** Its own: `constructor` is no field of an answer. */
const fieldsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []
