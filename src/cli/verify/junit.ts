// Results as JUnit XML, which CI servers can show.
import type { Chapter } from './promises/index.ts'
import type { Result } from './run-promises.ts'

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
