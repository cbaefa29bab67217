// `doctor`: checks a live integration and reports what is wrong. It never changes anything: it creates no session and touches
// no payment. Every server that keeps to the protocol refuses the create requests that it sends.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { type CheckContext, createGet, createProbe, type DoctorInput } from './check-context.ts'
import { checks } from './checks/index.ts'
import { displayUrl } from './display.ts'
import { problem } from './finding.ts'
import { type Followed, follow } from './http/follow.ts'
import { protocolOf } from './http/protocol-of.ts'
import { createSend } from './http/send.ts'
import { type DoctorOptions, parseAddress, readInput } from './options.ts'
import { type PackageFacts, readPackageFacts } from './package-facts.ts'
import { readPage } from './page/page.ts'
import { type FindingInArea, linesOf, makeReport } from './report.ts'

/** Replaced by tests. */
export interface DoctorPorts {
  readonly facts?: PackageFacts
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Time limit of one request, in milliseconds. */
  readonly timeLimitMs?: number
  readonly maxBytes?: number
}

/** Larger than any page or script that a shopper should download. */
const defaultMaxBytes = 2 * 1024 * 1024
const defaultTimeLimitMs = 10_000

/**
 * Runs the command.
 * @returns the exit code
 * @throws {CommandError} if the page cannot be reached or an option is wrong
 */
export async function runDoctor(
  address: string,
  options: DoctorOptions,
  terminal: Terminal,
  ports: DoctorPorts = {},
): Promise<number> {
  const start = parseAddress(address, 'The page')
  const input = readInput(options, terminal.env)
  const facts = ports.facts ?? (await readPackageFacts())
  try {
    const { url, found } = await runChecks(start, input, facts, terminal.ended, ports)
    // A very short secret can be in any text by chance.
    const report = makeReport(
      displayUrl(url),
      found,
      input.webhookSecrets.filter(({ length }) => length >= 4),
    )
    if (options.json) terminal.writeJson(report, 2)
    else for (const line of linesOf(report, terminal, options.all === true)) terminal.write(line)
    if (report.counts.unread > 0) return exitCodes.failed
    return report.counts.problem > 0 ? exitCodes.found : exitCodes.fine
  } catch (error) {
    if (terminal.ended.aborted) return exitCodes.interrupted
    throw error
  }
}

interface PageFindings {
  readonly url: URL
  readonly found: readonly FindingInArea[]
}

async function runChecks(
  start: URL,
  input: DoctorInput,
  facts: PackageFacts,
  ended: AbortSignal,
  { now = Date.now, timeLimitMs = defaultTimeLimitMs, maxBytes = defaultMaxBytes }: DoctorPorts,
): Promise<PageFindings> {
  const send = createSend({
    userAgent: `payin-checkout-doctor/${facts.version}`,
    ended,
    timeLimitMs,
    maxBytes,
    now,
  })
  const followed = await follow(send, start)
  if ('failed' in followed) throw new CommandError(followed.failed)
  if ('downgrade' in followed) return { url: followed.downgrade.from, found: [downgraded(followed)] }
  const context: CheckContext = {
    page: await readPage(followed.answer, followed.hops, ended),
    input,
    facts,
    send,
    get: createGet(send),
    probe: createProbe(send),
    protocolOf: (url) => protocolOf(url, ended, timeLimitMs),
    now,
    ended,
  }
  const found: FindingInArea[] = []
  // One check after the other, because the shop is in production.
  for (const { area, find } of checks) {
    for (const one of await find(context)) found.push({ area, ...one })
    // Ctrl-C is noticed only when the event loop turns, and a check of the page alone does not wait for anything.
    await nextTurn()
    ended.throwIfAborted()
  }
  return { url: context.page.url, found }
}

function downgraded({ downgrade: { from, to } }: Extract<Followed, { downgrade: unknown }>): FindingInArea {
  const found = problem('page-downgrade', 'The page redirects from HTTPS to HTTP, so it was not read', {
    seen: `${displayUrl(from)} → ${displayUrl(to)}`,
    change: `Redirect to ${displayUrl(to).replace('http:', 'https:')}`,
    see: 'answers',
  })
  return { area: 'Page', ...found }
}
