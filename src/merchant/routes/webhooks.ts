import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { uuid } from '../../contract/values.ts'
import type { Kind } from '../../server/index.ts'
import { type HasHmac, verifyWebhookBy } from '../../server/verify-webhook.ts'
import { limitBody } from '../http/limit-body.ts'
import type { Limits } from '../http/limits.ts'
import { HttpProblem } from '../http/problems.ts'
import { signedKinds, unsignedKinds } from '../kinds/kinds.ts'
import type { Merchant } from '../merchant.ts'
import type { LegacyAddress } from '../one-payment/lost-legacy-payment.ts'
import type { CheckedSooner } from '../order/write/payments.ts'
import { isSameSecret } from '../same-secret.ts'
import { findIdByPublicId, type SessionRow } from '../session/session-row.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import { parseSignedWebhook, parseUnsignedWebhook, type ReceivedWebhook } from '../sync/parse-webhook.ts'

const maxBodyKib = 64

/** Node's own HMAC works at once; that of WebCrypto is a task of its own in another thread. */
const byNode: HasHmac = (secret, body, hmac) =>
  timingSafeEqual(createHmac('sha256', secret).update(body).digest(), hmac)
/**
 * `POST /webhooks/…`. The order of the steps matters: check the size, check the sender (a signature over the raw bytes,
 * or an address that nobody can guess), then take the webhook (sync/receive-webhook.ts) and answer.
 */
export function webhookRoutes(merchant: Merchant, limits: Limits): Hono {
  const { config, db, receiveWebhook, webhookGate, log, sweep } = merchant
  const routes = new Hono()
  routes.use(limitBody(maxBodyKib))

  /** Only errors of the database count: a body that breaks off has the same code as a connection to the database. */
  async function noteMissed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // The webhook was not stored and may never be sent again, so the sweep queries the service instead.
      if (isDatabaseUnavailable(error) || isDatabaseBusy(error)) sweep.markMissed()
      throw error
    }
  }

  // The legacy interface repeats a webhook unless it gets 200 and JSON with a `message`. payments-v2 requires nothing.
  const answer = (c: Context, message: string) => c.json({ message }, 200, { 'cache-control': 'no-store' })

  const receive = async (c: Context, webhook: ReceivedWebhook): Promise<Response> =>
    answer(c, await noteMissed(() => receiveWebhook(webhook)))

  /** Genuine but unreadable. A repetition would be the same, so it is answered with 200, and the session that it names is read. */
  async function receiveUnreadable(
    c: Context,
    kind: Kind,
    find: () => Promise<string | null>,
    which: CheckedSooner,
  ): Promise<Response> {
    const checkNamed = async () => {
      const session = await find()
      log('webhook_unreadable', { kind, session })
      if (session !== null) await sweep.checkSoon(session, which)
    }
    await noteMissed(() => webhookGate.run(kind, checkNamed))
    return answer(c, 'not understood')
  }

  for (const signed of signedKinds) {
    const kind = signed.name
    routes.post(`/${signed.webhooks.path}`, async (c) => {
      // The raw bytes, not `c.req.json()` serialized again: with different spacing the signature does not match.
      const rawBody = new Uint8Array(await c.req.arrayBuffer())
      const signature = c.req.header('x-webhook-signature')
      if (!(await verifyWebhookBy(byNode, rawBody, signature, config.service.webhookSecrets))) {
        log('webhook_refused', {
          kind,
          message: 'Wrong signature. Is PAYMENTS_WEBHOOK_SECRET the one that the service signs with?',
        })
        throw new HttpProblem(401, 'The signature does not match the body.')
      }
      const webhook = parseSignedWebhook(signed, rawBody)
      if (webhook) return receive(c, webhook)
      const named = /cs_[\w-]{20,100}/.exec(new TextDecoder().decode(rawBody))?.[0] ?? ''
      return receiveUnreadable(c, kind, () => findIdByPublicId(db, named), 'any')
    })
  }

  for (const unsigned of unsignedKinds) {
    const kind = unsigned.name
    routes.post(`/${unsigned.webhooks.path}/:session/:token`, async (c) => {
      const client = limits.clientOf(c)
      const rawBody = new Uint8Array(await c.req.arrayBuffer())
      const { session, token } = c.req.param()
      const { order = '', attempt = '', who = '', nonce = null } = c.req.query()
      const address = { kind, row: session, token, nonce, order, who, attempt: Number(attempt) }
      const look = () => noteMissed(() => webhookGate.run(client, () => whoseAddress(merchant, address)))
      const whose = await limits.lookUpWebhook(client, look)
      if (whose === null) {
        log('webhook_refused', { kind, message: 'An address that we have not given to the service.' })
        throw new HttpProblem(404, 'There is nothing at this address.')
      }
      if (whose === 'lost row') return c.json({ message: 'a person looks at it' })
      const webhook = parseUnsignedWebhook(unsigned, session, rawBody)
      return webhook ? receive(c, webhook) : receiveUnreadable(c, kind, async () => session, 'followed')
    })
  }

  return routes
}

type UnsignedAddress = LegacyAddress & { readonly nonce: string | null }

/** What a webhook address belongs to: a session or a lost row. `null` when we have not given it to the service. */
async function whoseAddress(
  merchant: Merchant,
  address: UnsignedAddress,
): Promise<'session' | 'lost row' | null> {
  if (await isSessions(merchant, address)) return 'session'
  return (await merchant.recognizeLegacy(address)) ? 'lost row' : null
}

async function isSessions({ db, capabilities }: Merchant, address: UnsignedAddress): Promise<boolean> {
  const { kind, row: id, token, nonce } = address
  if (!uuid.test(id)) return false
  const [row] = await db.query<Pick<SessionRow, 'seed'> & { nonce: string }>(
    'select seed, nonce from payin_checkout.sessions where id = $1 and kind = $2',
    [id, kind],
  )
  if (!row || !isSameSecret(token, capabilities.webhookTokenOf(row.seed))) return false
  // A different nonce belongs to a payment whose row was lost and whose attempt was created again.
  return nonce === null || row.nonce === nonce
}
