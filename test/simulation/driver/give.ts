// Gives out addresses: the synchronous counterpart of order/reply.ts.
import type { OrderCase } from '../../../src/merchant/order/case.ts'
import type { SessionRow } from '../../../src/merchant/session/session-row.ts'
import type { Kind } from '../../../src/server/index.ts'
import { afterGiven } from '../invariants.ts'
import type { Page, World } from '../world.ts'

/** A request of a shopper's tab, or of the back office. */
export interface Request {
  readonly key: string
  readonly kind: Kind
  readonly order_id: string
  readonly method: string | null
  /** Called with the session that the request got. */
  readonly onSession: (id: string) => void
}

/** Gives out the address of a session's page, if the rule permits it. */
export function give(
  world: World,
  order: OrderCase,
  row: SessionRow,
  link: Pick<Page, 'url' | 'at'> | null,
  { isMade = false, request }: { isMade?: boolean; request?: Request | undefined } = {},
): void {
  if (link === null || world.rules.refusalOfAddress(order, row, world.now, isMade) !== null) return
  world.say(() => `  gives ${link.url} of ${row.kind} ${row.attempt} of ${row.order_id}`)
  const page = { ...link, order: row.order_id, session: row.id }
  if (!world.pages.some(({ url }) => url === page.url)) world.pages.push(page)
  afterGiven(world, row, page, request)
}

/** The stored address of a session's page. */
export function storedPage(world: World, { redirect_url, service_id }: SessionRow): Page | null {
  const at = world.payment(service_id)
  return redirect_url !== null && at ? { url: redirect_url, at, order: at.order, session: at.row } : null
}
