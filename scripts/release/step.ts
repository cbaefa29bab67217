// What a step of the release is, and how it ends.

/** What a step has to tell. */
export interface StepResult {
  /** One line: what holds. */
  readonly says: string
  /** What stops the release: each names what to do. */
  readonly problems?: readonly string[]
  /** What a person must know, and what stops nothing. */
  readonly warnings?: readonly string[]
}

/** Ends the release. The message is what kept it from its work, with what to do. */
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
