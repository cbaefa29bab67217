// The rows of docs/internals/fault-table.md in the same order, one journey each. A unit test compares document, list and
// journeys.
import { serverGone } from './server-gone.ts'

export interface FaultRow {
  readonly fault: string
  readonly where: string
  /** Faults of the sandbox from the beginning, as in its README. Absent: the journey causes the fault itself. */
  readonly switches?: readonly object[]
  /** Takes more than a few seconds: skipped by `npm test`. */
  readonly isLong?: true
  /** What the browser logs about it. */
  readonly noise?: RegExp
}

const onCreate = { operations: ['createPayin'] }
const onRead = { operations: ['getPayin'] }
/** `lateMs` is longer than the merchant server waits for one answer, `neverMs` longer than a journey. */
const lateMs = 5_000
const neverMs = 90_000
const isUnavailable = /status of 503/

export const faultRows = [
  {
    fault: '429',
    where: 'creating, for some seconds',
    switches: [{ fault: 'rate_limit', retry_after: 1, ...onCreate, count: 2 }],
  },
  {
    fault: '429',
    where: 'creating, for longer than the server waits',
    switches: [{ fault: 'rate_limit', retry_after: 6, ...onCreate, count: 1 }],
    isLong: true,
    noise: isUnavailable,
  },
  {
    fault: '429',
    where: 'reading',
    switches: [{ fault: 'rate_limit', retry_after: 1, ...onRead, count: 2 }],
    isLong: true,
  },
  {
    fault: '500',
    where: 'creating, and nothing was made',
    switches: [{ fault: 'error', work: 'undone', ...onCreate, count: 3 }],
    isLong: true,
  },
  {
    fault: '500',
    where: 'creating, and the payin was made',
    switches: [{ fault: 'error', work: 'done', ...onCreate, count: 2 }],
  },
  { fault: '500', where: 'reading', switches: [{ fault: 'error', ...onRead, count: 2 }], isLong: true },
  {
    fault: '409',
    where: 'creating, while the first sending is under way',
    isLong: true,
    noise: serverGone,
  },
  {
    fault: 'timeout',
    where: 'creating',
    switches: [{ fault: 'latency', ms: lateMs, ...onCreate, count: 1 }],
    isLong: true,
    // On a busy machine the create request passes its deadline during the second attempt.
    noise: isUnavailable,
  },
  {
    fault: 'timeout',
    where: 'reading',
    switches: [{ fault: 'latency', ms: neverMs, ...onRead, count: 1 }],
    isLong: true,
  },
  {
    fault: 'cut',
    where: 'creating, and nothing was made',
    switches: [{ fault: 'cut', work: 'undone', ...onCreate, count: 2 }],
    isLong: true,
  },
  {
    fault: 'cut',
    where: 'creating, and the payin was made',
    switches: [{ fault: 'cut', work: 'done', ...onCreate, count: 2 }],
  },
  { fault: 'cut', where: 'reading', switches: [{ fault: 'cut', ...onRead, count: 2 }], isLong: true },
  { fault: 'lost webhook', where: 'all of them', switches: [{ fault: 'webhook_lost' }] },
  {
    fault: 'duplicate webhook',
    where: 'each four times at once',
    switches: [{ fault: 'webhook_duplicate', copies: 3 }],
    isLong: true,
  },
  { fault: 'late webhook', where: 'all of them, after the end', isLong: true },
  {
    fault: 'late webhook',
    where: 'the first after the second',
    switches: [{ fault: 'webhook_out_of_order', count: 1 }],
    isLong: true,
  },
  { fault: 'forged webhook', where: 'a wrong signature, and a body that says "paid"' },
  { fault: 'forged webhook', where: 'an old genuine one, sent again', isLong: true },
  { fault: 'clock skew', where: 'the service is six hours ahead', isLong: true },
  { fault: 'clock skew', where: 'the service is six hours behind', isLong: true },
  { fault: 'clock skew', where: "the server's clock is put back", isLong: true, noise: serverGone },
  {
    fault: 'database restart',
    where: 'while creating, and again while the shopper pays',
    isLong: true,
    noise: /status of 50[03]/,
  },
  { fault: 'instance killed', where: 'the only one, while the shopper pays', noise: serverGone },
  { fault: 'instance killed', where: 'one of two, while creating', isLong: true, noise: /status of 502/ },
] as const satisfies readonly FaultRow[]

type Titled<Row> = Row extends FaultRow ? `${Row['fault']} · ${Row['where']}` : never
export type FaultTitle = Titled<(typeof faultRows)[number]>

/** The title of a row's journey. */
export const titleOf = (row: FaultRow) => `${row.fault} · ${row.where}` as FaultTitle

/** The row with a title. @throws when there is none */
export function rowOf(title: string): FaultRow {
  const row = faultRows.find((row) => titleOf(row) === title)
  if (!row) throw new Error(`There is no row "${title}".`)
  return row
}
