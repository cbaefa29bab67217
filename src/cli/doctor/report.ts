// The report of `doctor`, as lines for a person and as data for a program.
import { withoutSecrets } from '../own-headers.ts'
import type { Terminal } from '../terminal.ts'
import type { Area } from './check-context.ts'
import { displayText } from './display.ts'
import { documents, type Finding, type Level, levels } from './finding.ts'

export interface ReportedFinding extends Omit<Finding, 'document'> {
  readonly area: Area
  readonly times: number
  readonly document: string
}

export interface Report {
  /** The address of the page, without password and query values. */
  readonly url: string
  readonly findings: readonly ReportedFinding[]
  readonly counts: Readonly<Record<Level, number>>
}

export type FindingInArea = Finding & { readonly area: Area }

/** At most this many findings of one kind, so that the report stays readable. */
const maxOfKind = 10

/**
 * Sorts by level and groups equal findings.
 * @param secrets texts that are removed from the report
 */
export function makeReport(url: string, found: readonly FindingInArea[], secrets: readonly string[]): Report {
  const scrub = (text: string) => withoutSecrets(text, secrets)
  const scrubbed = (text: string | null) => (text === null ? null : scrub(text))
  const findings = groupFindings(found).map(({ document, title, seen, change, ...rest }) => ({
    ...rest,
    title: scrub(title),
    seen: scrubbed(seen),
    change: scrubbed(change),
    document: documents[document],
  }))
  const byLevel = levels.flatMap((level) => findings.filter((finding) => finding.level === level))
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const counts = Object.fromEntries(levels.map((level) => [level, count(level)])) as Report['counts']
  return { url: scrub(url), findings: byLevel, counts }
}

function groupFindings(found: readonly FindingInArea[]): (FindingInArea & { times: number })[] {
  const groups = new Map<string, FindingInArea & { times: number }>()
  const kinds = new Map<string, number>()
  for (const one of found) {
    const kind = `${one.area} ${one.id}`
    const key = JSON.stringify([kind, one.seen, one.change])
    const known = groups.get(key)
    const ofKind = kinds.get(kind) ?? 0
    if (known) known.times++
    else if (ofKind < maxOfKind) {
      groups.set(key, { ...one, times: 1 })
      kinds.set(kind, ofKind + 1)
    }
  }
  return [...groups.values()]
}

/** How a level is shown: the mark and its colour, the heading, and the words of the summary for one and for many. */
const looks: Readonly<
  Record<Level, readonly [mark: string, Colour, heading: string, one: string, many: string]>
> = {
  unread: [
    '✗',
    'red',
    'Not read to the end: doctor does not know whether this is right',
    'page not read',
    'pages not read',
  ],
  problem: ['✗', 'red', 'Problems', 'problem', 'problems'],
  warning: ['!', 'yellow', 'Warnings', 'warning', 'warnings'],
  unknown: ['?', 'cyan', 'Unknown: cannot be checked from outside', 'unknown', 'unknown'],
  fine: ['✓', 'green', 'Fine', 'fine', 'fine'],
}
type Colour = 'red' | 'yellow' | 'cyan' | 'green'

/** The lines of a report. @param all whether to include what is fine */
export function linesOf({ url, findings, counts }: Report, { colours }: Terminal, all: boolean): string[] {
  const lines = [colours.bold(url)]
  for (const level of levels) {
    const here = findings.filter((finding) => finding.level === level)
    if (here.length === 0 || (level === 'fine' && !all)) continue
    const [mark, colour, heading] = looks[level]
    lines.push('', colours.bold(heading))
    for (const { area, title, times, seen, change, document } of here) {
      lines.push(
        `${colours[colour](mark)} ${area}: ${displayText(title, 300)}${times > 1 ? ` (${times} times)` : ''}`,
      )
      if (seen !== null) lines.push(colours.dim(`    seen:   ${displayText(seen, 600)}`))
      if (change !== null) lines.push(`    change: ${displayText(change, 600)}`)
      if (level !== 'fine') lines.push(colours.dim(`    read:   ${document}`))
    }
  }
  const summary = levels
    .filter((level) => level !== 'unread' || counts.unread > 0)
    .map((level) => `${counts[level]} ${looks[level][counts[level] === 1 ? 3 : 4]}`)
    .join(', ')
  return [...lines, '', all || counts.fine === 0 ? summary : `${summary} (--all shows them)`]
}
