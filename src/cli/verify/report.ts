// Results as lines for a person, and as objects for a program.
import type { Colours } from '../terminal.ts'
import type { Result, Verdict } from './promise-run.ts'
import type { Chapter } from './promises/index.ts'

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

export function summaryOf(results: readonly Result[], colours: Colours): string {
  return (Object.keys(paints) as Verdict[])
    .map((verdict) => {
      const count = results.filter((each) => each.verdict === verdict).length
      return count === 0 ? `${count} ${verdict}` : paints[verdict](colours)(`${count} ${verdict}`)
    })
    .join(', ')
}

export const asData = ({ promise, verdict, seen, remedy, notes, seconds }: Result) => ({
  id: promise.id,
  promise: promise.statement,
  verdict,
  seen,
  do: verdict === 'broken' ? remedy : null,
  notes,
  seconds,
})

/** @returns the text of the XML file; each chapter is a test suite */
export function junitOf(chapters: readonly Chapter[], results: readonly Result[]): string {
  const suites = chapters.map(({ title, promises }) => {
    const own = results.filter(({ promise }) => promises.includes(promise))
    const failures = own.filter(({ verdict }) => verdict === 'broken').length
    const skipped = own.filter(({ verdict }) => verdict.startsWith('not ')).length
    const seconds = own.reduce((sum, result) => sum + result.seconds, 0)
    return own.length === 0
      ? []
      : [
          `  <testsuite name="${escaped(title)}" tests="${own.length}" failures="${failures}" skipped="${skipped}" time="${seconds.toFixed(2)}">`,
          ...own.flatMap((result) => caseOf(title, result)),
          '  </testsuite>',
        ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="payin-checkout verify">',
    ...suites.flat(),
    '</testsuites>',
    '',
  ].join('\n')
}

function caseOf(title: string, { promise, verdict, seen, remedy, seconds }: Result): string[] {
  const name = `name="${escaped(promise.statement)}" classname="${escaped(title)}.${promise.id}" time="${seconds.toFixed(2)}"`
  if (verdict === 'held') return [`    <testcase ${name}/>`]
  const reason = escaped(seen ?? '')
  const inside =
    verdict === 'broken'
      ? `<failure message="${reason}">${escaped(remedy)}</failure>`
      : `<skipped message="${escaped(verdict)}: ${reason}"/>`
  return [`    <testcase ${name}>`, `      ${inside}`, '    </testcase>']
}

/** XML 1.0 does not allow most control characters, even escaped. The others are escaped, so that the file is safe to print. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (control) => `&#${control.codePointAt(0)};`)
