// The synchronous counterpart of sync/: fetches the status of a session, and carries out what the rule decides.
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import type { Fetched } from '../../../src/merchant/kinds/service-port.ts'
import type { OrderCase } from '../../../src/merchant/order/case.ts'
import { isLatePromise } from '../../../src/merchant/order/rules/answered.ts'
import { parseTime } from '../../../src/merchant/session/parse-time.ts'
import type { SessionRow } from '../../../src/merchant/session/session-row.ts'
import { afterAnswer, afterPaid } from '../invariants.ts'
import type { World } from '../world.ts'
import { loadCase, raise } from './tables.ts'

export interface Answer {
  readonly fetched: Fetched
  readonly startedAt: number
  /** Whether the service's list of the order was read just before. */
  readonly isListed?: boolean
}

export interface Applied {
  readonly row: SessionRow
  readonly order: OrderCase
  /** Nothing was decided: the service's list of the order must be read first. */
  readonly listFirst?: true
}

/** Writes a fetched status into its session, in one transaction. */
export function apply(world: World, id: string, { fetched, startedAt, isListed = false }: Answer): Applied {
  const before = world.row(id)
  const order = loadCase(world, before)
  const owner = ownerOf(world, id, fetched.id)
  const fact = { fetched, fetchStartedAt: startedAt, owner, completeOn: 'COMPLETED', isListed } as const
  const { state, pays, alerts, ...rest } = world.rules.decideAnswered(order, before, fact, world.now)
  for (const [kind, detail] of alerts) raise(world, kind, id, detail)
  if (alerts.length > 0) world.alerted.add(fetched.id)
  if (state === null) {
    afterAnswer(world, before, before, fetched, startedAt)
    return { row: before, order, ...rest }
  }
  const { redirectUrl = before.redirect_url } = fetched
  const row = world.write({
    ...before,
    service_id: fetched.id,
    status: state.status,
    status_details: state.details,
    outcome: state.outcome,
    redirect_url: state.doubt !== null || kindOf(before.kind).pageNeedsCode ? null : redirectUrl,
    expires_at: parseTime(fetched.expiresAt) ?? before.expires_at,
    fetch_started_at: new Date(startedAt),
    version: before.version + 1,
    request_body: null,
    doubt: state.doubt,
    came_value: state.came?.value ?? null,
    came_currency: state.came?.currency ?? null,
    review: state.review,
    settled_as: state.settledAs,
    late_promise_at: isLatePromise(before, state) ? new Date(world.now) : before.late_promise_at,
  })
  if (pays) pay(world, order, row, false)
  world.say(() => `  ${name(row)}: ${fetched.status} → ${row.outcome}${row.review ? ` (${row.review})` : ''}`)
  afterAnswer(world, before, row, fetched, startedAt)
  return { row, order: { ...order, sessions: order.sessions.map((each) => (each.id === id ? row : each)) } }
}

/** Tells the shop that an order is paid, and stores the event. */
export function pay(world: World, { entry }: OrderCase, row: SessionRow, isAccepted: boolean): void {
  const all = world.tables.shop.get(row.order_id)
  if (entry !== null && entry.paidBy === null && all)
    world.tables.shop.set(row.order_id, { ...all, entry: { ...all.entry, paidBy: row.id } })
  const eventId = entry === null ? '' : world.rules.eventIdOf(entry, row)
  afterPaid(world, row, isAccepted, eventId)
  world.tables.outbox.set(row.id, { order: row.order_id, isAccepted })
}

export const name = ({ kind, order_id, attempt }: SessionRow): string => `${kind} ${attempt} of ${order_id}`

function ownerOf({ tables }: World, id: string, serviceId: string): string | null {
  for (const row of tables.rows.values()) if (row.service_id === serviceId && row.id !== id) return row.id
  return null
}
