// The merchant protocol's session calls (PROTOCOL §2).
import { type Context, Hono } from 'hono'
import type { Session } from '../../server/index.ts'
import { shopperWish } from '../create/shopper-wish.ts'
import { createGate } from '../gate.ts'
import { createIpOf } from '../http/address.ts'
import { whenClientGone } from '../http/client-gone.ts'
import { limitBody } from '../http/limit-body.ts'
import type { Limits } from '../http/limits.ts'
import { checkOrigin, trustedOrigins } from '../http/origin-check.ts'
import { HttpProblem } from '../http/problems.ts'
import { readCode } from '../http/read-code.ts'
import { parsePress } from '../http/read-press.ts'
import { isKnownVersion, parseWaitMs } from '../http/wait-preference.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Merchant } from '../merchant.ts'
import { holdUntilChanged } from '../reads/hold.ts'
import { type ShownRow, toPublic } from '../session/session-row.ts'

const maxBodyKib = 16
/** More than one address may start in a minute, so that none can fill it. Each asks the database one thing at a time. */
const startsAtOnce = { atOnce: 600, waiting: 200, waitingByAsker: 50 }

/** `POST /sessions`, `GET /sessions/:id`, `POST /sessions/:id/link`. */
export function sessionRoutes(merchant: Merchant, limits: Limits): Hono {
  const { config, orders, payouts, reader, sessions } = merchant
  const ipOf = createIpOf(config.clientAddressHeader)
  const trusted = trustedOrigins(config)
  const starts = createGate(startsAtOnce)
  const routes = new Hono()

  routes.on('POST', ['/sessions', '/sessions/*'], async (c, next) => {
    checkOrigin(c.req.raw.headers, trusted)
    await next()
  })

  routes.post('/sessions', limitBody(maxBodyKib), async (c) => {
    limits.start(c)
    // Before the body is read: a connection that has ended has no address.
    const [asker, address] = [limits.askerOf(c), ipOf(c)]
    const { press, context } = await parsePress(c.req.raw, config.kinds)
    const { headers } = c.req.raw
    const asked = { context, headers, kind: press.kind, address }
    // Only now: who sends a body slowly must not take a place from others.
    const { session } = await starts.run(asker, async () => {
      const wish = await shopperWish(merchant, press, asked)
      // After the proof that the order is theirs: else who guesses an order's id could make its shopper wait.
      await limits.startOf(press.order, headers)
      return sessions.open(wish)
    })
    limits.remember(session.id)
    return answer(c, session, 201)
  })

  routes.get('/sessions/:id', async (c) => {
    const id = c.req.param('id')
    const ifNoneMatch = c.req.header('if-none-match') ?? null
    // A kept row may be older than what another instance has shown to this client. So it only ever says "you have
    // this already"; who does not name its version is told what the database says.
    let row = await find(c, id, (kept) => isKnownVersion(ifNoneMatch, kept.version))
    const waitMs = parseWaitMs(c.req.header('prefer') ?? null)
    const leave = isKnownVersion(ifNoneMatch, row.version) && waitMs > 0 ? limits.hold(c, row.id) : null
    if (leave) {
      row = await holdUntilChanged(merchant, id, row, waitMs, whenClientGone(c)).finally(leave)
      c.header('preference-applied', `wait=${waitMs / 1000}`)
    }
    c.header('etag', `"${row.version}"`)
    if (isKnownVersion(ifNoneMatch, row.version)) {
      headers(c)
      return c.body(null, 304)
    }
    return answer(c, toPublic(row, id), 200)
  })

  // Some links live as long as the payment; others work once, so each opening needs one of its own.
  routes.post('/sessions/:id/link', limitBody(maxBodyKib), async (c) => {
    limits.start(c)
    const asker = limits.askerOf(c)
    const id = c.req.param('id')
    const row = await find(c, id, () => false)
    await limits.startOf(row.order_id, c.req.raw.headers)
    // Before the gate: who sends a body slowly must not take a place from others.
    const { pageNeedsCode } = kindOf(row.kind)
    const code = pageNeedsCode ? await readCode(c.req.raw) : null
    const open = () => (pageNeedsCode ? payouts.open(row, id, code) : sessions.renewLink(row, id, orders))
    return answer(c, await starts.run(asker, open), 200)
  })

  async function find(c: Context, id: string, isEnough: (kept: ShownRow) => boolean): Promise<ShownRow> {
    const row = await limits.lookUp(c, id, () => reader.read(id, isEnough, () => limits.askerOf(c)))
    if (!row) throw new HttpProblem(404, 'There is no such session.')
    return row
  }

  return routes
}

function answer(c: Context, session: Session, status: 200 | 201): Response {
  headers(c)
  return c.json(session, status)
}

/** A session's state is nobody's to keep: a cached "open" would be shown after the money came. */
function headers(c: Context): void {
  c.header('cache-control', 'no-store')
  c.header('vary', 'If-None-Match, Prefer', { append: true })
}
