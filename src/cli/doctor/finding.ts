// A finding of a check: a sentence for the merchant, what was seen, and the line to change.
import type { DocumentName } from './documents.ts'

/**
 * - `unread`: a page could not be read, or not to its end, so nothing is known of the rest
 * - `problem`: shoppers cannot pay, or there is a security hole
 * - `warning`: it works, but not well
 * - `unknown`: it could not be checked from outside
 * - `fine`: it was checked and is right
 */
export const levels = ['unread', 'problem', 'warning', 'unknown', 'fine'] as const
export type Level = (typeof levels)[number]

export interface Finding {
  /** The kind of finding. Public: programs use it, so it never changes. */
  readonly id: string
  readonly level: Level
  /** One sentence in one line. */
  readonly title: string
  /** What was read; `null` if the title is enough. */
  readonly seen: string | null
  /** The line, header or attribute to change; `null` if nothing has to change. */
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

export const unread = maker('unread')
export const problem = maker('problem')
export const warning = maker('warning')
export const unknown = maker('unknown')
export const fine = maker('fine')
