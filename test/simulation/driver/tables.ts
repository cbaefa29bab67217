// Reads and writes of the tables, each one step.
import type { AlertKind } from '../../../src/merchant/alerts.ts'
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import type { ClaimRow, OrderCase } from '../../../src/merchant/order/case.ts'
import type { Entry } from '../../../src/merchant/orders.ts'
import { amountOf, type SessionRow } from '../../../src/merchant/session/session-row.ts'
import type { Kind, Money } from '../../../src/server/index.ts'
import { afterLoaded } from '../invariants.ts'
import { idsOf } from '../rules.ts'
import type { Intent } from '../service.ts'
import { requestEnds, startedAt, type World } from '../world.ts'

export const apiKeyHash = 'key'

export interface Subject {
  readonly kind: Kind
  readonly order_id: string
  /** Of a known session. */
  readonly id?: string
}

/** Loads the case of an order, as order/case.ts does. */
export function loadCase(world: World, { order_id, id }: Subject, key?: string): OrderCase {
  const { rows, claims } = world.tables
  const sessions: SessionRow[] = []
  for (const row of rows.values()) if (row.order_id === order_id) sessions.push(row)
  sessions.sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.attempt - a.attempt)
  const entry = world.entryOf(order_id)
  if (world.running) world.running.caseTurn = world.turn
  const claim = (key !== undefined && claims.get(key)) || null
  const mayMissRows =
    world.rules.mayMissRows(world.gap(), entry?.placedAt ?? null, world.now) ||
    world.tables.alerts.some(({ subject, settled }) => subject === order_id && settled === null)
  const about = sessions.find((row) => row.id === (id ?? claim?.session))
  const order = world.rules.caseOf({ entry, sessions, claim, mayMissRows }, about, (row) =>
    isOfEntry(world, row, entry),
  )
  if (about) afterLoaded(world, order, about)
  return order
}

/** As `isOfOrder` of session/attempt-ids.ts, with the ids that are remembered. */
export function isOfEntry({ rules }: World, row: SessionRow, entry: Entry | null): boolean {
  if (entry === null) return false
  if (row.placed_at?.getTime() === entry.placedAt?.getTime()) return true
  const who = rules.whoOf({ payer: entry.payer, placedAt: row.placed_at })
  return idsOf({ kind: row.kind, order: row.order_id, who, attempt: row.attempt }).row === row.id
}

/** The session in its order's case. */
export function rowIn({ sessions }: OrderCase, id: string): SessionRow {
  const row = sessions.find((each) => each.id === id)
  if (!row) throw requestEnds
  return row
}

/** What a new attempt is made of. */
export interface NewRow extends Subject {
  readonly entry: Pick<Entry, 'payer' | 'placedAt'>
  readonly attempt: number
  readonly amount: Money
  readonly choiceHash: string
  readonly body: string | null
  readonly serviceId: string | null
}

/** The columns that are the same in every new row. */
const fresh = {
  api_key_hash: apiKeyHash,
  rejected_at: null,
  rejected_pointers: null,
  status: 'CREATED',
  status_details: null,
  outcome: 'open',
  paid_at: null,
  doubt: null,
  came_value: null,
  came_currency: null,
  review: null,
  settled_as: null,
  links: '[]',
  refusals: 0,
  late_promise_at: null,
  redirect_url: null,
  expires_at: null,
  fetch_started_at: null,
  next_check_at: null,
  checks: 0,
  version: 1,
} as const

/** Inserts the row of an attempt. */
export function insertRow(world: World, attempt: NewRow): SessionRow {
  const { kind, order_id: order, amount, serviceId } = attempt
  const ids = idsOf({ kind, order, who: world.rules.whoOf(attempt.entry), attempt: attempt.attempt })
  const known = world.tables.rows.get(ids.row)
  if (known) return known
  const at = new Date(world.now)
  return world.write({
    ...fresh,
    id: ids.row,
    seed: ids.seed,
    service_key: ids.serviceKey,
    kind,
    order_id: order,
    reference: order,
    placed_at: attempt.entry.placedAt,
    attempt: attempt.attempt,
    choice_hash: attempt.choiceHash,
    amount_value: amount.value,
    amount_currency: amount.currency,
    request_body: attempt.body,
    first_sent_at: kindOf(kind).sending === 'keyed' || serviceId !== null ? at : null,
    service_id: serviceId,
    created_at: at,
    updated_at: at,
  })
}

/** The bytes of an attempt's request. */
export const bodyOf = (nonce: string, method: string | null, customer: number): string =>
  `${nonce}|${method ?? ''}|${customer}`

/** What the frozen request of a session says. */
export function intentOf(row: SessionRow): Intent {
  const [nonce = '', method = '', customer] = (row.request_body ?? '').split('|')
  return {
    ...{ kind: row.kind, order: row.order_id, row: row.id, publicId: row.seed, nonce },
    ...{ method: method === '' ? null : method, customer: Number(customer), amount: amountOf(row) },
  }
}

/** Who a customer is, and when the order was placed. */
export const identityOf = (customer: number): Pick<Entry, 'payer' | 'placedAt'> => ({
  payer: { email: `${customer}@example.com` },
  placedAt: new Date(startedAt + customer * 60_000),
})

/** Stores which session a key gets. A key belongs to one request. */
export function storeClaim({ tables }: World, key: string, claim: ClaimRow): void {
  const known = tables.claims.get(key)
  if (known && known.request_hash !== claim.request_hash) throw requestEnds
  tables.claims.set(key, claim)
}

/** Raises an alert; the same one is stored once. */
export function raise(
  { tables }: World,
  kind: AlertKind,
  session: string | null,
  detail: string,
  subject: string | null = null,
): void {
  const isSame = (each: (typeof tables.alerts)[number]) =>
    each.kind === kind && each.session === session && each.detail === detail
  if (!tables.alerts.some(isSame)) tables.alerts.push({ kind, session, subject, detail, settled: null })
}

/** Closes an attempt of which the service knows nothing, unless it got an id meanwhile. */
export function closeAttempt(
  world: World,
  row: SessionRow,
  status: 'FAILED' | 'EXPIRED',
  isRejected: boolean,
): SessionRow {
  const now = world.row(row.id)
  if (now.outcome !== 'open' || now.service_id !== row.service_id) return now
  return world.write({
    ...now,
    status,
    outcome: status === 'FAILED' ? 'failed' : 'expired',
    rejected_at: isRejected ? new Date(world.now) : null,
    ...{ request_body: null, version: now.version + 1 },
  })
}
