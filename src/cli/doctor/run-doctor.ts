// Reads a live integration and says what is wrong with it. Asks and never changes: no session is made, no payment is
// touched, and what is sent where something could be made is refused by every server that keeps to the protocol.
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { checks } from './checks/index.ts'
import { problem } from './finding.ts'
import { createAsk } from './http/send.ts'
import { type Followed, follow } from './http/follow.ts'
import { protocolOf } from './http/protocol-of.ts'
import { type DoctorOptions, parseAddress, readTold } from './options.ts'
import { type PackageFacts, readPackageFacts } from './package-facts.ts'
import { readPage } from './page/page.ts'
import { type FoundIn, linesOf, makeReport } from './report.ts'
import { shownUrl } from './display.ts'
import { createGet, createProbe, type Told, type Visit } from './check-context.ts'

/** What a test sets. */
export interface DoctorPorts {
  readonly facts?: PackageFacts
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Of one request, in milliseconds. */
  readonly timeLimitMs?: number
  readonly mostBytes?: number
}

/** Larger than any page or script that a shopper should have to load. */
const usualMostBytes = 2 * 1024 * 1024
const usualTimeLimitMs = 10_000

/**
 * Runs the command.
 * @returns the exit code
 * @throws {CommandError} where the page cannot be reached, or an option is wrong
 */
export async function runDoctor(
  address: string,
  options: DoctorOptions,
  terminal: Terminal,
  ports: DoctorPorts = {},
): Promise<number> {
  const start = parseAddress(address, 'The page')
  const told = readTold(options, terminal.env)
  const facts = ports.facts ?? (await readPackageFacts())
  try {
    const { url, found } = await findAll(start, told, facts, terminal.ended, ports)
    // Short ones stand in any text by chance, and tell nobody anything.
    const report = makeReport(
      shownUrl(url),
      found,
      told.webhookSecrets.filter(({ length }) => length >= 4),
    )
    const lines = options.json
      ? [JSON.stringify(report, null, 2)]
      : linesOf(report, terminal, options.all === true)
    for (const line of lines) terminal.write(line)
    return report.counts.problem > 0 ? exitCodes.found : exitCodes.fine
  } catch (error) {
    if (terminal.ended.aborted) return exitCodes.interrupted
    throw error
  }
}

interface FoundAll {
  readonly url: URL
  readonly found: readonly FoundIn[]
}

async function findAll(
  start: URL,
  told: Told,
  facts: PackageFacts,
  ended: AbortSignal,
  { now = Date.now, timeLimitMs = usualTimeLimitMs, mostBytes = usualMostBytes }: DoctorPorts,
): Promise<FoundAll> {
  const ask = createAsk({
    userAgent: `payin-checkout-doctor/${facts.version}`,
    ended,
    timeLimitMs,
    mostBytes,
    now,
  })
  const followed = await follow(ask, start)
  if ('failed' in followed) throw new CommandError(followed.failed)
  if ('downgrade' in followed) return { url: followed.downgrade.from, found: [downgraded(followed)] }
  const visit: Visit = {
    page: readPage(followed.answer, followed.hops),
    told,
    facts,
    ask,
    get: createGet(ask),
    probe: createProbe(ask),
    protocolOf: (url) => protocolOf(url, ended, timeLimitMs),
    now,
  }
  const found: FoundIn[] = []
  // One after the other: the shop is in use.
  for (const { area, find } of checks) {
    for (const one of await find(visit)) found.push({ area, ...one })
    ended.throwIfAborted()
  }
  return { url: visit.page.url, found }
}

function downgraded({ downgrade: { from, to } }: Extract<Followed, { downgrade: unknown }>): FoundIn {
  const found = problem('page-downgrade', 'The page leads from HTTPS to HTTP, and nothing was read there', {
    seen: `${shownUrl(from)} → ${shownUrl(to)}`,
    change: `Redirect to ${shownUrl(to).replace('http:', 'https:')}`,
    see: 'answers',
  })
  return { area: 'Page', ...found }
}
