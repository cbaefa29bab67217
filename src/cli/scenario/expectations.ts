// The steps `expect` and `wait`: an object has the expected state now, or gets it within a time.

import { formatDuration } from '../../sandbox/index.ts'
import { type ActionResult, nameOf, stateOf } from '../actions/action.ts'
import { findObject, noMatchMessage, type Selector } from '../actions/select-object.ts'
import { nameOfKind } from '../kind-names.ts'
import type { Change } from '../sandbox-client/client.ts'
import type { ObjectKind, SandboxObject } from '../sandbox-client/objects.ts'
import type { SandboxState } from '../sandbox-client/state.ts'
import type { StepAction } from './steps.ts'

const pollMs = 200

/** An object does not have the expected state. The message says what was seen. */
export class ExpectationFailed extends Error {
  override name = 'Unmet'
}

/** @param wanted without fields, the object only has to exist */
export function expectObject(kind: ObjectKind, selector: Selector, wanted: Change): StepAction {
  return async (client) => {
    const state = await client.readState()
    const found = findObject(state, kind, selector)
    if (found && matches(wanted, found)) return resultFor(found)
    throw new ExpectationFailed(`expected ${describeActual(state, found, { kind, selector, wanted })}`)
  }
}

/** @param limitMs in real time, not by the sandbox's clock */
export function waitForObject(
  kind: ObjectKind,
  selector: Selector,
  wanted: Change,
  limitMs: number,
): StepAction {
  return async (client, { now, sleep }) => {
    const until = now() + limitMs
    for (;;) {
      const state = await client.readState()
      const found = findObject(state, kind, selector)
      if (found && matches(wanted, found)) return resultFor(found)
      if (now() >= until) {
        const what = describeActual(state, found, { kind, selector, wanted })
        throw new ExpectationFailed(`waited ${formatDuration(limitMs)} for ${what}`)
      }
      await sleep(Math.min(pollMs, until - now()))
    }
  }
}

const resultFor = (object: SandboxObject): ActionResult => ({
  lines: [`${nameOf(object)} is ${stateOf(object)}`],
  value: object.shown,
})

function matches(wanted: Change, object: SandboxObject): boolean {
  return Object.entries(wanted).every(([field, value]) => object[field as keyof Change] === value)
}

type Wanted = { kind: ObjectKind; selector: Selector; wanted: Change }

function describeActual(
  state: SandboxState,
  found: SandboxObject | undefined,
  { kind, selector, wanted }: Wanted,
): string {
  const expected = Object.entries(wanted).map(([field, value]) =>
    field === 'status' ? value : `${field} ${value}`,
  )
  const toBe = expected.length === 0 ? 'to be there' : `to be ${expected.join(', ')}`
  if (found) return `${nameOf(found)} ${toBe}; it is ${stateOf(found)}.`
  return `${nameOfKind[kind]} ${selector.reference ?? selector.id ?? ''} ${toBe}. ${noMatchMessage(state, kind, selector)}`
}
