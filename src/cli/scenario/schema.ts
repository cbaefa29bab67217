// The steps of a scenario and their fields. The values of the fields are checked by src/cli/actions, which `trigger` uses,
// too.
import * as z from 'zod'
import { faultKinds } from '../../sandbox/index.ts'
import { creationFields } from '../actions/create.ts'
import { faultFields } from '../actions/faults.ts'
import { didYouMean } from '../nearest.ts'
import { objectKinds } from '../sandbox-client/objects.ts'

const verbs = ['create', 'move', 'clock', 'fault', 'clear', 'replay', 'reset', 'expect', 'wait'] as const

const text = z.string('must be a text.').min(1, 'is empty.')
/** A list, or a text with commas. */
const texts = z.preprocess((value) => (Array.isArray(value) ? value.join(',') : value), text)
const flag = z.literal('true', 'must be true, or left out.')

/** A mapping with these fields only. */
function closed<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return `must be a mapping of ${known.join(', ')}.`
      const unknown = issue.keys as string[]
      return `takes ${known.join(', ')}.${unknown.map((key) => didYouMean(key, known)).join('')}`
    },
  })
}

/** A mapping that has exactly one of these fields. */
function oneOf<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, fields: readonly string[]) {
  return schema.refine((value) => fields.filter((field) => field in value).length === 1, {
    error: `must name one of ${fields.join(', ')}.`,
  })
}

/** Accepts an empty value, such as `reset:`, as a mapping without fields. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? {} : value), schema)

/** An optional field for each name, with the schema that `schemaOf` returns. */
function each<Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schemaOf: (name: Name) => Schema,
) {
  const entries = names.map((name) => [name, schemaOf(name).optional()] as const)
  return Object.fromEntries(entries) as { [N in Name]: z.ZodOptional<Schema> }
}

const target = z.union(
  [text, oneOf(closed({ reference: text.optional(), latest: flag.optional() }), ['reference', 'latest'])],
  {
    error: 'must be an id, or a mapping of reference or latest.',
  },
)

const targets = each(objectKinds, () => target)
const onObject = <Shape extends z.ZodRawShape>(more: Shape) =>
  oneOf(closed({ ...targets, ...more }), objectKinds)
const stateFields = { status: text.optional(), details: text.optional(), deposit: text.optional() }

const creations = each(objectKinds, (kind) => closed(each(creationFields(kind), () => text)))
const faults = each(faultKinds, (kind) =>
  orNothing(closed(each(faultFields(kind), (field) => (field === 'on' ? texts : text)))),
)

const anyStep = closed({
  create: oneOf(closed(creations), objectKinds).optional(),
  move: onObject(stateFields).optional(),
  clock: text.optional(),
  fault: oneOf(closed(faults), faultKinds).optional(),
  clear: z.literal('faults', 'can only be faults.').optional(),
  replay: z
    .union([text, onObject({})], { error: 'must be latest, the id of a delivery, or an object.' })
    .optional(),
  reset: orNothing(closed({ seed: text.optional() })).optional(),
  expect: onObject(stateFields).optional(),
  wait: onObject({ ...stateFields, within: text.optional() }).optional(),
  as: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'must be one word of letters, digits, "_" and "-".')
    .optional(),
})

export const step = oneOf(anyStep, verbs)
export type Step = z.output<typeof step>

/** The file without its steps. Each step is checked separately, so that all mistakes are found. */
export const scenario = closed({
  about: z.string('must be a text.').optional(),
  steps: z.array(z.unknown(), 'must be a list of steps.').min(1, 'has no step.'),
})

export type Target = z.output<typeof target>
export type OnObject = NonNullable<Step['wait']>

export type Verb = (typeof verbs)[number]
/** What the step does. */
export const verbOf = (given: Step): Verb => verbs.find((verb) => given[verb] !== undefined) ?? 'reset'
