// The errors of a 422: the pointer of each failing field, and a message for people.
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { ValidationError } from '../problem.ts'
import { tagOf } from './description.ts'

/** Converts Ajv's errors, one for each field. */
export function toErrors(found: readonly ErrorObject[]): ValidationError[] {
  const byPointer = new Map<string, ValidationError>()
  const sorted = [...found].sort((a, b) => rank(a) - rank(b))
  for (const error of sorted) {
    const pointer = pointerOf(error)
    if (!byPointer.has(pointer)) byPointer.set(pointer, { pointer, detail: detailOf(error) })
  }
  return [...byPointer.values()]
}

/** Order of several errors in one field: that it must be absent, then a message from the description. */
function rank(error: ErrorObject): number {
  if (error.keyword === 'false schema') return 0
  return typeof writtenDetail(error) === 'string' ? 1 : 2
}

function writtenDetail({ parentSchema, keyword }: ErrorObject): unknown {
  // `required` fails in the parent object, whose `x-detail` is not about the missing field.
  return keyword === 'required' || keyword === 'dependentRequired' ? undefined : parentSchema?.['x-detail']
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const missing: unknown =
    keyword === 'required' || keyword === 'dependentRequired' ? params.missingProperty : undefined
  const name = keyword === 'discriminator' ? params.tag : missing
  return typeof name === 'string' ? `${instancePath}/${name}` : instancePath
}

function detailOf(error: ErrorObject): string {
  const written = writtenDetail(error)
  if (typeof written === 'string') return written
  const { keyword, params, schemaPath, parentSchema } = error
  switch (keyword) {
    case 'required':
      return 'This field is required.'
    case 'dependentRequired':
      return `This field is required when ${params.property} is given.`
    case 'false schema':
      return `Must be absent when ${/\/dependentSchemas\/([^/]+)\//.exec(schemaPath)?.[1] ?? 'another'} is given.`
    case 'discriminator':
      return `Must be one of ${tagsOf(parentSchema?.oneOf, params.tag).join(', ')}.`
    case 'type':
      return `Must be ${typeNames[String(params.type)] ?? `of type ${params.type}`}.`
    case 'enum':
      return `Must be one of ${(params.allowedValues as unknown[]).join(', ')}.`
    default:
      return 'Is not acceptable.'
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}

function tagsOf(branches: unknown, tag: string): unknown[] {
  return ((branches ?? []) as unknown[]).map((branch) => tagOf(branch, tag))
}
