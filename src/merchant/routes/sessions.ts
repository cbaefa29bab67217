// The merchant protocol's session calls (docs/protocol.md#the-merchant-protocol). The routes check and limit requests, and shape the responses. What
// happens to a payment is decided in create/, never here.
import { type Context, Hono } from 'hono'
import type { Session } from '../../server/index.ts'
import { createAsked, createShopperOf } from '../http/asked.ts'
import { onClientDisconnect } from '../http/client-disconnect.ts'
import type { DeferredAnswers } from '../http/deferred-answers.ts'
import { createFindSession } from '../http/find-session.ts'
import { limitBody } from '../http/limit-body.ts'
import type { Limits } from '../http/limits.ts'
import { checkOrigin, trustedOrigins } from '../http/origin-check.ts'
import { readClaimCode } from '../http/read-claim-code.ts'
import { parseCreateRequest } from '../http/read-create-request.ts'
import type { PaymentStarts } from '../http/start-payment.ts'
import { etagOf, isKnownVersion, parseWaitMs } from '../http/wait-preference.ts'
import { kindOf } from '../kinds/kinds.ts'
import { holdUntilChanged, type KnownVersion } from '../long-poll/hold-until-changed.ts'
import type { Merchant } from '../merchant.ts'
import { type ShownRow, toPublic } from '../session/session-row.ts'

const maxBodyKib = 16

/** Reads that wait until their session changes. */
export type DeferredReads = DeferredAnswers<ShownRow | KnownVersion>

/** `POST /sessions`, `GET /sessions/:id`, `POST /sessions/:id/link`. */
export function sessionRoutes(
  merchant: Merchant,
  limits: Limits,
  starts: PaymentStarts,
  deferred: DeferredReads,
): Hono {
  const { config, payouts, reader, sessions } = merchant
  const askedBy = createAsked(merchant)
  const shopperOf = createShopperOf(merchant)
  const trusted = trustedOrigins(config)
  const find = createFindSession(reader, limits)
  const routes = new Hono()

  routes.on('POST', ['/sessions', '/sessions/*'], async (c, next) => {
    checkOrigin(c.req.raw.headers, trusted)
    await next()
  })

  routes.post('/sessions', limitBody(maxBodyKib), async (c) => {
    limits.start(c)
    // Before the body is read: a closed connection has no address.
    const [client, by] = [limits.clientOf(c), askedBy(c)]
    const { request, context } = await parseCreateRequest(c.req.raw, config.kinds)
    const { session } = await starts.open(client, request, { ...by, context, kind: request.kind })
    return answer(c, session, 201)
  })

  routes.get('/sessions/:id', async (c) => {
    const id = c.req.param('id')
    const ifNoneMatch = c.req.header('if-none-match') ?? null
    const held = deferred.of(c.req.raw)
    // A cached row may be older than what another instance has shown to this client. So it is used only to answer "not
    // modified". A client that does not name the cached version gets the row from the database.
    const cached = held ? null : reader.cached(id, (row) => isKnownVersion(ifNoneMatch, etagOf(row)))
    const row = held ? await held.awaited : (cached ?? (await find(c, id)))
    const waitMs = parseWaitMs(c.req.header('prefer') ?? null)
    const etag = isShown(row) ? etagOf(row) : row.etag
    const isKnown = isKnownVersion(ifNoneMatch, etag)
    if (isKnown && !held && waitMs > 0) hold(c, id, { id: row.id, version: row.version, etag }, waitMs)
    const text = isKnown || !isShown(row) ? null : textOf(row, id)
    return answerRead(c, text, etag, held ? waitMs : 0)
  })

  // Some links are valid as long as the payment. Others work once, so each opening needs a new one.
  routes.post('/sessions/:id/link', limitBody(maxBodyKib), async (c) => {
    limits.start(c)
    const client = limits.clientOf(c)
    const id = c.req.param('id')
    const row = await find(c, id)
    await limits.startOf(row.order_id, shopperOf(c))
    // Before the gate: a client that sends its body slowly must not take a place from others.
    const { pageNeedsCode } = kindOf(row.kind)
    const code = pageNeedsCode ? await readClaimCode(c.req.raw) : null
    const open = () => (pageNeedsCode ? payouts.open(row, id, code) : sessions.renewLink(row, id))
    return answer(c, await starts.run(client, open), 200)
  })

  /** Holds the read if there is a free place. If not, the read is answered at once. */
  function hold(c: Context, id: string, known: KnownVersion, waitMs: number): void {
    const release = limits.hold(c, known.id)
    if (!release) return
    const options = { waitMs, onDisconnect: onClientDisconnect(c), release }
    deferred.defer(c.req.raw, holdUntilChanged(merchant, id, known, options))
  }

  return routes
}

function answer(c: Context, session: Session, status: 200 | 201): Response {
  c.header('cache-control', noStore)
  c.header('vary', varyOfReads, { append: true })
  return c.json(session, status)
}

/** A session must not be cached: a cached "open" would be shown after the money has arrived. */
const noStore = 'no-store'
const varyOfReads = 'If-None-Match, Prefer'

/**
 * The response to a read. Its headers are a plain object, which the Node adapter writes directly. A `Headers` object
 * would be checked, copied and sorted for each response, and reads are most of the traffic.
 * @param text the session as JSON; `null`: the client has it already
 */
function answerRead(c: Context, text: string | null, etag: string, waitedMs: number): Response {
  const headers = c.get('headers')
  headers['cache-control'] = noStore
  // For pages of other origins, the context holds the CORS headers.
  const isOwnPage = c.req.header('origin') === undefined
  headers.vary = isOwnPage ? `Origin, ${varyOfReads}` : varyOfReads
  headers.etag = etag
  if (text !== null) headers['content-type'] = 'application/json'
  if (waitedMs > 0) headers['preference-applied'] = `wait=${waitedMs / 1000}`
  const status = text === null ? 304 : 200
  return isOwnPage ? new Response(text, { status, headers }) : c.newResponse(text, status, headers)
}

/** Whether it is a full row. A `KnownVersion` holds what the client knows already, after a wait without a change. */
const isShown = (row: ShownRow | KnownVersion): row is ShownRow => 'order_outcome' in row

/** Held reads of the same session share one row, and so its JSON. */
const texts = new WeakMap<ShownRow, string>()

function textOf(row: ShownRow, id: string): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = JSON.stringify(toPublic(row, id))
  texts.set(row, text)
  return text
}
