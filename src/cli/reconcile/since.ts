// The times of `reconcile`: `--since` and `--timeout`.
import * as z from 'zod'
import { durationExamples, parseDuration } from '../../sandbox/index.ts'
import { CommandError } from '../command.ts'

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
