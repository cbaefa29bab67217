// References such as `${first.id}` to the result of an earlier step. `$${` is a literal "${".
import { CommandError } from '../command.ts'
import { didYouMean } from '../nearest.ts'

interface Reference {
  /** The name of the step, from `as: first`. */
  readonly name: string
  /** The path into the result of the step. */
  readonly path: readonly string[]
}

const token = /\$\$\{|\$\{([^{}]*)(\}?)/g

/** Whether a text contains a reference. */
export const refers = (text: string): boolean => [...text.matchAll(token)].some(([found]) => found !== '$${')

/**
 * The step names that a text refers to, in order.
 * @throws {CommandError} for a malformed reference
 */
export function namesIn(text: string): string[] {
  return [...text.matchAll(token)].flatMap((found) => (found[0] === '$${' ? [] : [readReference(found).name]))
}

/**
 * Replaces each reference in a text.
 * @param results the results of earlier steps, by name
 * @throws {CommandError} if a reference leads to nothing or to an object
 */
export function resolveReferences(text: string, results: ReadonlyMap<string, unknown>): string {
  return text.replace(token, (...found: string[]) => {
    if (found[0] === '$${') return '${'
    return follow(readReference(found), results)
  })
}

function readReference([whole = '', inside = '', end = '']: readonly (string | undefined)[]): Reference {
  if (end === '')
    throw new CommandError(
      `"${whole}" has no closing brace. A reference is like \${first.id}; write $\${ for a literal "\${".`,
    )
  const [name = '', ...path] = inside.trim().split('.')
  if ([name, ...path].every((part) => part !== '')) return { name, path }
  throw new CommandError(`"${whole}" is empty or has an empty part. A reference is like \${first.id}.`)
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
  const remedy = fields.length === 0 ? 'is empty' : `is not a single value; it has ${fields.join(', ')}`
  throw new CommandError(`\${${[name, ...path].join('.')}} ${remedy}.`)
}

/** The message for an unknown step name. */
export function unknownName(name: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'no earlier step has a name' : `earlier names: ${names.join(', ')}`
  return `\${${name}…} is not the name of an earlier step; ${known}.${didYouMean(name, names)}`
}

/** Own fields only, so that `constructor` is not found. */
const fieldsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []
