// What a check says: in the merchant's words, with what was seen and the line to change.
import type { DocumentName } from './documents.ts'

/**
 * - `problem`: somebody cannot pay, or something is open that must be closed
 * - `warning`: it works, but not as it should
 * - `unknown`: could not be read from outside
 * - `fine`: read, and as it should be
 */
export const levels = ['problem', 'warning', 'unknown', 'fine'] as const
export type Level = (typeof levels)[number]

export interface Finding {
  /** What kind of finding it is, for programs: the same in every version. */
  readonly id: string
  readonly level: Level
  /** One line. */
  readonly title: string
  /** What was read; `null` where the title says it all. */
  readonly seen: string | null
  /** The line, header or attribute to change; `null` where nothing is to be changed. */
  readonly change: string | null
  readonly document: DocumentName
}

interface Details {
  readonly seen?: string | null
  readonly change?: string | null
  readonly see: DocumentName
}

const maker =
  (level: Level) =>
  (id: string, title: string, { seen = null, change = null, see }: Details): Finding => ({
    id,
    level,
    title,
    seen,
    change,
    document: see,
  })

export const problem = maker('problem')
export const warning = maker('warning')
export const unknown = maker('unknown')
export const fine = maker('fine')
