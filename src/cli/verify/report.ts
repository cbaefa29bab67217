// Results as lines for a person, and as objects for a program.
import type { Colours } from '../terminal.ts'
import type { Result, Verdict } from './run-promises.ts'

const paints: Record<Verdict, (colours: Colours) => (text: string) => string> = {
  held: (colours) => colours.green,
  broken: (colours) => colours.red,
  'not offered': (colours) => colours.dim,
  'not checked': (colours) => colours.yellow,
}
const width = Math.max(...Object.keys(paints).map((verdict) => verdict.length))

/** The lines of one result: the promise, what was seen, and what to do. */
export function linesOf({ promise, verdict, seen, remedy, notes }: Result, colours: Colours): string[] {
  const paint = paints[verdict](colours)
  const indent = ' '.repeat(width + 4)
  return [
    `  ${paint(verdict.padEnd(width))}  ${promise.statement}  ${colours.dim(promise.id)}`,
    ...(seen && verdict === 'broken' ? [`${indent}seen: ${seen}`, `${indent}do:   ${remedy}`] : []),
    ...(seen && verdict !== 'broken' ? [colours.dim(`${indent}${seen}`)] : []),
    ...notes.map((note) => colours.dim(`${indent}note: ${note}`)),
  ]
}

/** The count of each verdict, in one line. */
export function summaryOf(results: readonly Result[], colours: Colours): string {
  return (Object.keys(paints) as Verdict[])
    .map((verdict) => {
      const count = results.filter((each) => each.verdict === verdict).length
      return count === 0 ? `${count} ${verdict}` : paints[verdict](colours)(`${count} ${verdict}`)
    })
    .join(', ')
}

/** One object of `--json`. */
export const asData = ({ promise, verdict, seen, remedy, notes, seconds }: Result) => ({
  id: promise.id,
  promise: promise.statement,
  verdict,
  seen,
  do: verdict === 'broken' ? remedy : null,
  notes,
  seconds,
})
