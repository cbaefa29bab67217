// Actions on the whole sandbox: its clock, its state, and a reset.
import { durationExamples, formatDuration, parseDuration } from '../../sandbox/index.ts'
import { CommandError } from '../command.ts'
import type { Action } from './action.ts'

const longestMoveMs = 366 * 24 * 60 * 60_000

/**
 * The time to move the clock forward, in milliseconds.
 * @throws {CommandError} if the text is no time forward of at most 366 days
 */
export function readAdvance(text: string): number {
  const ms = parseDuration(text)
  if (ms !== undefined && ms > 0 && ms <= longestMoveMs) return ms
  const why = text.trim().startsWith('-') ? 'can only go forward' : 'needs a time to move forward'
  throw new CommandError(`clock ${why}, like ${durationExamples}, at most 366 days.`)
}

export function advance(ms: number): Action {
  return async (control) => {
    const clock = await control.advanceClock(ms)
    // Rounded to seconds, because the call itself takes some milliseconds.
    const ahead = formatDuration(Math.max(0, Math.round(clock.ahead_ms / 1000) * 1000))
    return {
      lines: [`The sandbox's clock is at ${clock.now}, ${ahead} ahead of this computer's.`],
      value: clock,
    }
  }
}

/**
 * The seed of `reset`; `undefined` keeps the current one.
 * @throws {CommandError} if the text is no seed
 */
export function readSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seed = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (seed <= 0x7fffffff) return seed
  throw new CommandError('--seed must be a whole number from 0 to 2147483647.')
}

export function reset(seed: number | undefined): Action {
  return async (control) => {
    const now = await control.reset(seed)
    return {
      lines: [
        `The sandbox was reset: everything except its clock was deleted. Its random seed is ${now.seed}.`,
      ],
      value: { seed: now.seed },
    }
  }
}

export const showState: Action = async (control) => {
  const state = await control.showState()
  return { lines: JSON.stringify(state, null, 2).split('\n'), value: state }
}

/** @throws {CommandError} if the text is not a number */
export function readFaultNumber(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new CommandError(
    'fault.clear takes the number of a fault from fault.list. Without a number it clears all faults.',
  )
}
