// The times of `reconcile`: `--since` and `--timeout`.
import { durationExamples, parseDuration } from '../../sandbox/index.ts'
import { CommandError } from '../command.ts'

/**
 * Reads a duration before now, a date (midnight in UTC), or an ISO 8601 time.
 * @param now milliseconds since 1970
 * @throws {CommandError}
 */
export function readSince(text: string, now: number): Date {
  const length = parseDuration(text)
  const date = /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) ? new Date(text) : undefined
  const since = length === undefined ? date : new Date(now - length)
  if (!since || Number.isNaN(since.getTime()))
    throw new CommandError(`--since must be like ${durationExamples}, or a date such as 2026-01-31.`)
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
