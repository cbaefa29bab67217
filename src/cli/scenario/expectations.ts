// What a scenario finds: an object is as it is expected to be, or becomes so within a time.

import { formatDuration } from '../../../demo/sandbox/index.ts'
import { type Done, nameOf, stateOf } from '../actions/action.ts'
import { findObject, noneFits, type Selector } from '../actions/select-object.ts'
import { nameOfKind } from '../kind-names.ts'
import type { Change } from '../sandbox-client/client.ts'
import type { ObjectKind, SandboxObject } from '../sandbox-client/objects.ts'
import type { SandboxState } from '../sandbox-client/state.ts'
import type { StepAct } from './steps.ts'

const lookEveryMs = 200

/** An object is not as it was expected: what was seen, in one sentence. */
export class Unmet extends Error {
  override name = 'Unmet'
}

/** @param wanted without a field, the object must be there */
export function expectObject(kind: ObjectKind, selector: Selector, wanted: Change): StepAct {
  return async (client) => {
    const state = await client.readState()
    const found = findObject(state, kind, selector)
    if (found && isAs(wanted, found)) return seen(found)
    throw new Unmet(`expected ${whatWasSeen(state, found, { kind, selector, wanted })}`)
  }
}

/** @param limitMs of real time: the sandbox's clock may be put forward meanwhile */
export function waitForObject(
  kind: ObjectKind,
  selector: Selector,
  wanted: Change,
  limitMs: number,
): StepAct {
  return async (client, { now, sleep }) => {
    const until = now() + limitMs
    for (;;) {
      const state = await client.readState()
      const found = findObject(state, kind, selector)
      if (found && isAs(wanted, found)) return seen(found)
      if (now() >= until) {
        const what = whatWasSeen(state, found, { kind, selector, wanted })
        throw new Unmet(`waited ${formatDuration(limitMs)} for ${what}`)
      }
      await sleep(Math.min(lookEveryMs, until - now()))
    }
  }
}

const seen = (object: SandboxObject): Done => ({
  lines: [`${nameOf(object)} is ${stateOf(object)}`],
  value: object.shown,
})

function isAs(wanted: Change, object: SandboxObject): boolean {
  return Object.entries(wanted).every(([field, word]) => object[field as keyof Change] === word)
}

type Wanted = { kind: ObjectKind; selector: Selector; wanted: Change }

function whatWasSeen(
  state: SandboxState,
  found: SandboxObject | undefined,
  { kind, selector, wanted }: Wanted,
): string {
  const words = Object.entries(wanted).map(([field, word]) =>
    field === 'status' ? word : `${field} ${word}`,
  )
  const toBe = words.length === 0 ? 'to be there' : `to be ${words.join(', ')}`
  if (found) return `${nameOf(found)} ${toBe}; it is ${stateOf(found)}.`
  return `${nameOfKind[kind]} ${selector.reference ?? selector.id ?? ''} ${toBe}. ${noneFits(state, kind, selector)}`
}
