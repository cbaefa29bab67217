// All ways to kill a process that was watched in a story once, undisturbed.
import { isLong } from './databases.ts'
import type { Kill } from './killable-process.ts'

type KillAt = Extract<Kill, { at: number }>

export interface Played {
  /** The names of the awaits of the process, in order. */
  readonly awaits: readonly string[]
  /** How many awaits there were at the end of each step of the story. */
  readonly stepEnds: ReadonlySet<number>
}

/** The await has no effect that another process could see: it only reads, or its transaction is not committed yet. */
const changesNothing = (name = '') => /^(select|GET|listen|tx:)/.test(name)

/** All ways to kill a process with these awaits. */
function* everyKill({ awaits, stepEnds }: Played): Generator<KillAt> {
  for (let at = 1; at <= awaits.length; at++) {
    yield { at, when: 'before' }
    // Within a step, killed after one await is the same as killed before the next.
    if (stepEnds.has(at) || isLong) yield { at, when: 'after' }
  }
}

/**
 * Only the kills that follow an effect since the last one; the others cannot matter. `npm run test:crashes` kills at every await.
 */
export function* relevantKills(played: Played): Generator<KillAt> {
  for (const kill of everyKill(played)) {
    const last = kill.at - 1
    if (
      isLong ||
      kill.when === 'after' ||
      played.stepEnds.has(last) ||
      !changesNothing(played.awaits[last - 1])
    )
      yield kill
  }
}
