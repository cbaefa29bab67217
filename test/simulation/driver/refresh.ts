// The synchronous counterpart of sync/refresh.ts: fetches the payment of a session, and applies the answer.
import { listedKindFor } from '../../../src/merchant/kinds/kinds.ts'
import type { SessionRow } from '../../../src/merchant/session/session-row.ts'
import { call, notFound, type World } from '../world.ts'
import { type Answer, type Applied, apply } from './apply.ts'
import { list } from './list.ts'
import { apiKeyHash, closeAttempt } from './tables.ts'

/** Writes a fetched status into its session. Where rows may be missing, money waits for the service's list of its order. */
export function* applyListed(world: World, id: string, answer: Answer): Generator<void, Applied, void> {
  const applied = apply(world, id, answer)
  if (!applied.listFirst) return applied
  const { kind, order_id } = applied.row
  yield* list(world, { kind, order_id }, listedKindFor(kind))
  yield
  return apply(world, id, { ...answer, isListed: true })
}

export interface RefreshOptions {
  readonly isWebhook?: boolean
  readonly serviceId?: string | undefined
}

/** Fetches the payment of a session and applies it. */
export function* refresh(
  world: World,
  id: string,
  { isWebhook = false, serviceId }: RefreshOptions = {},
): Generator<void, SessionRow, void> {
  const row = world.row(id)
  const payment = serviceId ?? row.service_id
  if (payment === null) return row
  const startedAt = Math.max(world.now, row.fetch_started_at?.getTime() ?? 0)
  yield
  const fetched = call(world, () => world.service.get(payment, world.now))
  yield
  if (fetched !== null) return (yield* applyListed(world, id, { fetched, startedAt })).row
  if (isWebhook) throw notFound
  return closeIfForgotten(world, row)
}

function closeIfForgotten(world: World, row: SessionRow): SessionRow {
  if (row.outcome === 'failed' || row.outcome === 'expired') return row
  if (!world.rules.canBeForgotten(row, apiKeyHash, world.now) || row.kind !== 'payin') throw notFound
  const listed = call(world, () => world.service.list(row.order_id, row.kind, world.now))
  if (listed.some(({ fetched }) => fetched.id === row.service_id)) throw notFound
  return closeAttempt(world, row, 'EXPIRED', false)
}
