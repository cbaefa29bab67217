// The diagram and the table of transitions between phases in docs/events-and-states.md, both
// generated from the state machine.
import { outcomes } from '../../../src/protocol/outcome.ts'
import type { FactType } from '../checkout/every-state.ts'
import type { Way } from '../checkout/every-way.ts'

/** The cause of a transition, in the words of the document. */
const causes: Partial<Record<FactType, string>> = {
  pressed: 'a press',
  'start-allowed': 'a press',
  connected: 'a session is known',
  'session-created': 'your server',
  'session-read': 'your server',
  'link-renewed': 'your server',
  'no-window': 'a blocked window',
  'create-failed': 'a fault',
  'link-refused': 'a fault',
  'session-refused': 'a fault',
  'session-lost': 'a fault',
  cancelled: 'Cancel',
  'order-updated': 'another element',
  'shopper-returned': 'a return',
  disconnected: 'the element leaves the page',
  reset: 'reset()',
}

const answers: readonly string[] = outcomes.filter((outcome) => outcome !== 'open')

function causeOf({ by }: Way): string {
  const cause = causes[by]
  if (!cause)
    throw new Error(`The fact ${by} changes the phase now: add its cause to \`causes\` in drawn-states.ts.`)
  return cause
}

/** The transitions of one payment: first attempts, and no other element. Four answers of a server are one arrow. */
export function stateDiagram(ways: readonly Way[]): string {
  const drawn = ways.filter(isOnTheWay)
  const outside = drawn.filter(({ from }) => !answers.includes(from))
  const arrows = outside.map((way) => {
    const reaches = (to: string) => outside.some((other) => other.from === way.from && other.to === to)
    const to = answers.includes(way.to) && answers.every(reaches) ? 'answered' : way.to
    return `  ${way.from} --> ${to} : ${causeOf(way)}`
  })
  const inside = drawn
    .filter(({ from }) => answers.includes(from))
    .map(({ from, to }) => `    ${from} --> ${to}`)
  return [
    'stateDiagram-v2',
    '  [*] --> idle',
    ...distinct(arrows),
    '  state "the answer of your server" as answered {',
    ...distinct(inside),
    '  }',
  ].join('\n')
}

function isOnTheWay(way: Way): boolean {
  const { from, to } = way
  if (['another element', 'reset()', 'the element leaves the page'].includes(causeOf(way))) return false
  if (answers.includes(from)) return answers.includes(to)
  // Transitions from known sessions and back are only in the table.
  return from === 'idle'
    ? to === 'creating' || to === 'loading'
    : from !== 'error' && to !== 'idle' && to !== 'creating' && !isReopened(way)
}

/** A press after "Cancel" continues the same session. */
const isReopened = ({ from, to }: Way) => from === 'cancelled' && to === 'waiting'

/** The rows of the table: from, to, cause. `reset()` leads to `idle` from everywhere, so it is omitted. */
export function wayRows(ways: readonly Way[]): string[] {
  const rows = new Map<string, string[]>()
  const drawn = ways.filter(({ by }) => by !== 'reset')
  for (const from of distinct(drawn.map((way) => way.from))) {
    const own = drawn.filter((way) => way.from === from)
    for (const to of distinct(own.map((way) => way.to))) {
      const by = distinct(own.filter((way) => way.to === to).map(causeOf))
        .toSorted()
        .join(', ')
      const row = `\`${from}\` | ${by}`
      rows.set(row, [...(rows.get(row) ?? []), `\`${to}\``])
    }
  }
  return [...rows].map(([row, to]) => {
    const [from, by] = row.split(' | ')
    return `| ${from} | ${to.toSorted().join(', ')} | ${by} |`
  })
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
