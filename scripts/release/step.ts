// The result of a step of the release, and its exit codes.

export interface StepResult {
  /** One line: what is correct. */
  readonly says: string
  /** Problems that stop the release, each with its remedy. */
  readonly problems?: readonly string[]
  /** Warnings that do not stop the release. */
  readonly warnings?: readonly string[]
}

/** Ends the release. The message names the reason and the remedy. */
export class CannotRelease extends Error {
  override name = 'CannotRelease'
}

export const exitCodes = {
  fine: 0,
  /** Something must not be released as it is. */
  wrong: 1,
  /** A program is missing, or an argument is wrong. */
  failed: 2,
} as const
