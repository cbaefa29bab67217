// Turns a step into an action. Each step is read twice: before the run to find mistakes, and again when its references are
// resolved.
import { durationExamples, faultKinds, parseDuration } from '../../sandbox/index.ts'
import type { ActionResult } from '../actions/action.ts'
import { advance, readAdvance, readSeed, reset } from '../actions/clock-and-state.ts'
import { create, readCreation } from '../actions/create.ts'
import { addFault, clearFaults, readFault } from '../actions/faults.ts'
import type { Checked } from '../actions/mistakes.ts'
import { move, replay } from '../actions/move.ts'
import type { Selector } from '../actions/select-object.ts'
import { readChange } from '../actions/statuses.ts'
import type { Change, SandboxClient } from '../sandbox-client/client.ts'
import { type ObjectKind, objectKinds } from '../sandbox-client/objects.ts'
import { expectObject, waitForObject } from './expectations.ts'
import type { OnObject, Step, Target } from './schema.ts'

/** The time as a port, so that tests can replace it. */
export interface Time {
  now(): number
  sleep(ms: number): Promise<void>
}

export type StepAction = (client: SandboxClient, time: Time) => Promise<ActionResult>

type CheckedStep =
  | { readonly ok: true; readonly value: StepAction }
  | {
      readonly ok: false
      /** `path` is the path of the field within the step. */
      readonly mistakes: readonly { readonly path: readonly string[]; readonly sentence: string }[]
    }

const defaultWait = '10s'
const longestWaitMs = 60 * 60_000

/** The action of a step, or its mistakes. */
export function readStep(step: Step): CheckedStep {
  if (step.create) {
    const [kind, given] = only(step.create, objectKinds)
    return toStep(readCreation(kind, given), ['create', kind], (body) => create(kind, body))
  }
  if (step.fault) {
    const [kind, given] = only(step.fault, faultKinds)
    return toStep(readFault(kind, given), ['fault', kind], addFault)
  }
  if (step.clock !== undefined) return toStep(readAdvance(step.clock), [], advance)
  if (step.clear !== undefined) return { ok: true, value: clearFaults() }
  if (step.move)
    return readOnObject(step.move, 'move', (kind, selector, change) => move(kind, change, selector))
  if (step.expect) return readOnObject(step.expect, 'expect', expectObject)
  if (step.wait) return readWait(step.wait)
  if (step.replay !== undefined) return { ok: true, value: readReplay(step.replay) }
  return toStep(readSeed(step.reset?.seed), ['reset'], reset)
}

function readReplay(given: NonNullable<Step['replay']>): StepAction {
  if (given === 'latest') return replay({ latest: true })
  if (typeof given === 'string') return replay({ deliveryId: given })
  const [kind, target] = only<ObjectKind, Target>(given, objectKinds)
  return replay({ latest: true, of: { kind, ...selectorOf(target) } })
}

function readWait({ within, ...given }: NonNullable<Step['wait']>): CheckedStep {
  const limitMs = parseDuration(within ?? defaultWait)
  const read = readOnObject(given, 'wait', (kind, selector, change) =>
    waitForObject(kind, selector, change, limitMs ?? 0),
  )
  if (limitMs !== undefined && limitMs > 0 && limitMs <= longestWaitMs) return read
  const wrong = { path: ['wait', 'within'], sentence: `must be like ${durationExamples}, at most an hour.` }
  return { ok: false, mistakes: [...(read.ok ? [] : read.mistakes), wrong] }
}

type OnOne = (kind: ObjectKind, selector: Selector, change: Change) => StepAction

function readOnObject(given: OnObject, verb: 'move' | 'expect' | 'wait', action: OnOne): CheckedStep {
  const [kind, target] = only<ObjectKind, Target>(given, objectKinds)
  const { status, details, deposit } = given
  const wanted = Object.entries({ status, details, deposit }).filter(
    (entry): entry is [string, string] => !!entry[1],
  )
  const make = (change: Change) => action(kind, selectorOf(target), change)
  // Without a state, the object only has to exist.
  if (wanted.length === 0 && verb !== 'move') return { ok: true, value: make({}) }
  return toStep(readChange(kind, Object.fromEntries(wanted)), [verb], make)
}

function selectorOf(target: Target): Selector {
  if (typeof target === 'string') return { id: target }
  return {
    ...(target.reference !== undefined && { reference: target.reference }),
    ...(target.latest !== undefined && { latest: true }),
  }
}

/** The only field that is set. The schema guarantees that there is one. */
function only<Name extends string, Value>(
  given: { readonly [N in Name]?: Value | undefined },
  names: readonly Name[],
): [Name, Value] {
  for (const name of names) {
    const value = given[name]
    if (value !== undefined) return [name, value]
  }
  throw new Error(`A step has none of ${names.join(', ')}.`)
}

function toStep<Value>(
  checked: Checked<Value>,
  path: readonly string[],
  make: (value: Value) => StepAction,
): CheckedStep {
  if (checked.ok) return { ok: true, value: make(checked.value) }
  return {
    ok: false,
    mistakes: checked.mistakes.map(({ field, sentence }) => ({ path: [...path, field], sentence })),
  }
}
