// `reconcile` from its options to its output and exit code.
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { type CompleteOn, completingStatuses } from '../../merchant/settings/settings.ts'
import { durationExamples, parseDuration } from '../../sandbox/index.ts'
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { openDatabaseLedger } from './database-ledger.ts'
import { openFileLedger } from './file-ledger.ts'
import { findDifferences, recheckDifferences } from './find-differences.ts'
import type { Ledger } from './payments.ts'
import { asData, linesOf, type Result } from './report.ts'
import { createServiceLedger } from './service-ledger.ts'

export interface ReconcileOptions {
  readonly since: string
  readonly sessions?: string
  readonly references?: string
  readonly knownOnly?: true
  readonly completeOn?: string
  readonly timeout?: string
  readonly callsPerSecond: string
  readonly json?: true
}

/** Replaced by tests. */
export interface ReconcilePorts {
  now(): number
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  openDatabase(env: NodeJS.ProcessEnv): Ledger
  readonly fetch: typeof fetch
}

const realPorts: ReconcilePorts = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  openDatabase: openDatabaseLedger,
  fetch: (...request) => fetch(...request),
}

/** Long enough for a webhook in transit. */
const pauseMs = 15_000

/**
 * @returns the exit code
 * @throws {CommandError} if the payments cannot be compared
 */
export async function runReconcile(
  options: ReconcileOptions,
  terminal: Terminal,
  ports: ReconcilePorts = realPorts,
): Promise<number> {
  const { ended, env } = terminal
  const startedAt = ports.now()
  const since = readSince(options.since, startedAt)
  // A file does not change during the run.
  const recheckMs = readRecheckTime(options.timeout ?? (options.sessions === undefined ? '1min' : '0s'))
  const completeOn = readCompleteOn(options.completeOn, env)
  const fits = readPattern(options.references)
  const service = createServiceLedger({
    ...readService(env),
    signal: ended,
    fetch: ports.fetch,
    waitForTurn: createRateLimit(readRate(options.callsPerSecond), ports, ended),
    onPage(kind, count) {
      if (count % 1_000 === 0 && count > 0)
        terminal.writeError(terminal.colours.dim(`${count} ${kind}s read.`))
    },
  })
  const ledger =
    options.sessions === undefined ? ports.openDatabase(env) : await openFileLedger(options.sessions, ended)
  try {
    // Fail on a broken ledger before reading long lists.
    await ledger.find([])
    const comparison = { ledger, service, since, completeOn, fits, isKnownOnly: options.knownOnly === true }
    const first = await findDifferences({ ...comparison, now: ports.now() })
    // Check again at once: a change between the two reads is not a difference.
    let result: Result = await recheckDifferences(first, { ...comparison, now: ports.now() })
    const until = ports.now() + recheckMs
    while (result.differences.length > 0 && ports.now() < until) {
      terminal.writeError(terminal.colours.dim(recheckMessage(result.differences.length)))
      await ports.sleep(Math.min(pauseMs, until - ports.now()), ended)
      result = await recheckDifferences(result, { ...comparison, now: ports.now() })
    }
    if (options.json) terminal.writeJson(asData(result))
    else for (const line of linesOf(result, terminal.colours)) terminal.write(line)
    return result.differences.length > 0 ? exitCodes.found : exitCodes.fine
  } finally {
    await ledger.close()
  }
}

const recheckMessage = (count: number) =>
  `Checking again: ${count === 1 ? '1 difference' : `${count} differences`} may be a webhook in transit.`

function readService({ PAYMENTS_BASE_URL, PAYMENTS_API_KEY }: NodeJS.ProcessEnv) {
  const [baseUrl, apiKey] = [PAYMENTS_BASE_URL?.trim(), PAYMENTS_API_KEY?.trim()]
  const missing = [...(baseUrl ? [] : ['PAYMENTS_BASE_URL']), ...(apiKey ? [] : ['PAYMENTS_API_KEY'])]
  if (!baseUrl || !apiKey)
    throw new CommandError(
      `${missing.join(' and ')} must be set, as your server has ${missing.length > 1 ? 'them' : 'it'}.`,
    )
  return { baseUrl, apiKey }
}

function readCompleteOn(option: string | undefined, env: NodeJS.ProcessEnv): CompleteOn {
  const given = option ?? (env.COMPLETE_ON?.trim() || 'COMPLETED')
  const found = completingStatuses.find((status) => status === given)
  if (found) return found
  const name = option === undefined ? 'COMPLETE_ON' : '--complete-on'
  throw new CommandError(`${name} must be one of ${completingStatuses.join(', ')}.`)
}

function readRate(text: string): number {
  const rate = /^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : 0
  if (rate >= 0.1 && rate <= 100) return rate
  throw new CommandError('--calls-per-second must be a number from 0.1 to 100.')
}

/** `*` matches any text. */
function readPattern(pattern: string | undefined): (reference: string | null) => boolean {
  if (pattern === undefined) return () => true
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const fitting = new RegExp(`^${parts.join('.*')}$`, 's')
  return (reference) => reference !== null && fitting.test(reference)
}

function createRateLimit(perSecond: number, { now, sleep: wait }: ReconcilePorts, ended: AbortSignal) {
  let next = 0
  return async () => {
    const at = Math.max(next, now())
    next = at + 1_000 / perSecond
    if (at > now()) await wait(at - now(), ended)
  }
}

/** `Date` takes February 30 as well, and reads a time without an offset in the zone of this computer. */
const times = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/**
 * Reads a duration before now, a date (midnight in UTC), or an ISO 8601 time with its offset.
 * @param now milliseconds since 1970
 * @throws {CommandError}
 */
export function readSince(text: string, now: number): Date {
  const length = parseDuration(text)
  const date = times.safeParse(text).success ? new Date(text) : undefined
  const since = length === undefined ? date : new Date(now - length)
  if (!since)
    throw new CommandError(
      `--since must be like ${durationExamples}, or a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`,
    )
  if (since.getTime() > now) throw new CommandError('--since must not be in the future.')
  return since
}

/** @throws {CommandError} */
export function readRecheckTime(text: string): number {
  const ms = /^0[a-z]*$/.test(text) ? 0 : parseDuration(text)
  if (ms === undefined || ms > 3_600_000)
    throw new CommandError('--timeout must be a time up to an hour, such as 30s or 5min.')
  return ms
}
