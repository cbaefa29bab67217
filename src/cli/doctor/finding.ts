// A finding of a check, and the rows that hold what the checks say.
/** The sections by a short name. A test checks that each heading exists. */
export const documents = {
  answers: 'docs/doctor.md#what-it-reads',
  element: 'docs/integration.md#a-script-tag',
  attributes: 'docs/integration.md#attributes',
  methods: 'docs/integration.md#how-to-pay',
  protocol: 'docs/protocol.md#the-merchant-protocol',
  languages: 'docs/integration.md#languages',
  server: 'docs/integration.md#the-server-on-node',
  token: 'docs/merchant.md#whose-order-it-is',
  proxy: 'docs/operating.md#behind-a-proxy',
  webhooks: 'docs/settings.md#variables',
  policy: 'docs/security.md#content-security-policy',
  opener: 'docs/security.md#cross-origin-opener-policy',
  frames: 'docs/security.md#frames',
  permissions: 'docs/security.md#permissions-policy',
  script: 'docs/security.md#the-script',
  session: 'docs/security.md#what-the-id-of-a-session-is-worth',
} as const

export type DocumentName = keyof typeof documents

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

/** What a check returns. What is empty is left out. */
export type Found = Finding | null | undefined | false | readonly Found[]

/** What one kind of finding says: its level with the title, and the line to change. Values fill the `{gaps}` of both. */
export type Row = { [L in Level]: { readonly [Own in L]: string } }[Level] & {
  readonly change?: string
  /** Default: the document of the table. */
  readonly see?: DocumentName
  /** The id of the finding, if two rows share one. Default: the key of the row. */
  readonly id?: string
}

export type Gaps = Readonly<Record<string, string | number>>

/**
 * Makes the function that says a row of a table.
 * @param see the section of the documents that explains the rows
 * @param rows by the id of the finding
 */
export function says<Id extends string>(see: DocumentName, rows: Readonly<Record<Id, Row>>) {
  return (key: Id, seen: string | null = null, gaps: Gaps = {}): Finding => {
    const { change, ...row }: Row & Partial<Record<Level, string>> = rows[key]
    // In one pass, so that a value of the page that contains a gap stays as it is.
    const filled = (text: string) =>
      text.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap))
    const level = levels.find((each) => row[each] !== undefined) ?? 'unknown'
    return {
      id: row.id ?? key,
      level,
      title: filled(row[level] ?? ''),
      seen,
      change: change === undefined ? null : filled(change),
      document: row.see ?? see,
    }
  }
}

export function listOf(found: Found): readonly Finding[] {
  if (!found) return []
  return 'id' in found ? [found] : found.flatMap(listOf)
}
