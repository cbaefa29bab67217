// Runs histories. A history is decided by its list of actions alone, and the list by its seed.
import { type Action, randomActions } from './actions.ts'
import { atEnd, Broken } from './invariants.ts'
import { Performer } from './perform.ts'
import { createRandom } from './random.ts'
import { rules as ownRules, type Rules } from './rules.ts'
import { World } from './world.ts'

/** @returns the rule that the history has broken; `null` when it has broken none */
export function runHistory(actions: readonly Action[], rules: Rules, trace?: string[]): Broken | null {
  const world = new World(rules, trace)
  try {
    const performer = new Performer(world)
    for (const action of actions) performer.perform(action)
    world.say(() => 'the end')
    performer.finish()
    atEnd(world)
    return null
  } catch (error) {
    if (error instanceof Broken) return error
    throw error
  }
}

export const actionsOf = (seed: number): Action[] => randomActions(createRandom(seed))

/** The shortest history that still breaks the same rule. */
export function shrink(actions: readonly Action[], { title }: Broken, rules: Rules): Action[] {
  let shortest = [...actions]
  for (let size = Math.ceil(shortest.length / 2); size >= 1; ) {
    const before = shortest.length
    for (let from = 0; from < shortest.length; ) {
      const shorter = shortest.toSpliced(from, size)
      if (runHistory(shorter, rules)?.title === title) shortest = shorter
      else from += size
    }
    if (size > 1) size = Math.floor(size / 2)
    else if (shortest.length === before) return shortest
  }
  return shortest
}

export interface Failure {
  readonly seed: number
  readonly broken: Broken
  readonly actions: readonly Action[]
}

/** Runs the histories of these seeds. @returns the first that breaks a rule; `null` when none does */
export function findFailure(firstSeed: number, runs: number, rules: Rules = ownRules): Failure | null {
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const actions = actionsOf(seed)
    const broken = runHistory(actions, rules)
    if (broken) return { seed, broken, actions }
  }
  return null
}

/** A failure as a person reads it: the shortest history, with what each action led to. */
export function describeFailure({ seed, broken, actions }: Failure, rules: Rules = ownRules): string {
  const trace: string[] = []
  const again = runHistory(shrink(actions, broken, rules), rules, trace) ?? broken
  return [`seed ${seed} breaks a rule: ${again.message}`, ...trace].join('\n')
}
