// {base_url}/api/v2: payins, payouts, payers, banks.
import { type Context, Hono } from 'hono'
import { Problem } from '../problem.ts'
import { banks, logoPath } from '../service/banks.ts'
import type { IdempotencyKeys } from '../service/idempotency.ts'
import type { PayinIntent, PayoutIntent } from '../service/intents.ts'
import type { Payers } from '../service/payers.ts'
import type { Payins } from '../service/payins.ts'
import type { Payouts } from '../service/payouts.ts'
import type { ApiEnv, ApiMiddleware } from './api-middleware.ts'
import { calledOrigin } from './called-origin.ts'
import { createOperation } from './create-operation.ts'
import { checkPayinIntent, checkPayoutIntent } from './intent-rules.ts'

export type V2Options = {
  apiKey: string
  keys: IdempotencyKeys
  payins: Payins
  payouts: Payouts
  payers: Payers
  beforeCreate(intent: PayinIntent | PayoutIntent): Promise<void>
}

export function createV2({ operation }: Pick<ApiMiddleware, 'operation'>, options: V2Options) {
  const { apiKey, keys, payins, payouts, payers, beforeCreate } = options
  const shared = { apiKey, keys, beforeCreate }

  return new Hono<ApiEnv>()
    .get('/payins', operation('listPayins'), (c) => listByReference(c, payins.list()))
    .post(
      '/payins',
      operation('createPayin'),
      createOperation({
        ...shared,
        ...payins,
        operation: 'createPayin',
        check: (intent: PayinIntent) => checkPayinIntent(intent, payers),
      }),
    )
    .get('/payins/:id', operation('getPayin'), (c) => found(c, payins.find(idOf(c)), 'payin'))
    .get('/payouts', operation('listPayouts'), (c) => listByReference(c, payouts.list()))
    .post(
      '/payouts',
      operation('createPayout'),
      createOperation({
        ...shared,
        ...payouts,
        operation: 'createPayout',
        check: (intent: PayoutIntent) => checkPayoutIntent(intent, payers),
      }),
    )
    .get('/payouts/:id', operation('getPayout'), (c) => found(c, payouts.find(idOf(c)), 'payout'))
    .get('/payers', operation('listPayers'), (c) => {
      const { email } = c.get('parameters')
      const matching = payers.list().filter((payer) => email === undefined || payer.email === email)
      return c.json(toEnvelope(matching, pageOf(c)))
    })
    .get('/banks', operation('listBanks'), (c) => {
      const origin = calledOrigin(c)
      const content = banks.map((bank) => ({
        id: bank.id,
        name: bank.name,
        logo_url: `${origin}${logoPath(bank)}`,
      }))
      return c.json(toEnvelope(content, pageOf(c)))
    })
}

function listByReference(c: Context<ApiEnv>, all: readonly { reference?: string }[]) {
  const { reference } = c.get('parameters')
  const matching = all.filter((object) => reference === undefined || object.reference === reference)
  return c.json(toEnvelope(matching, pageOf(c)))
}

function found(c: Context<ApiEnv>, object: object | undefined, name: string) {
  if (!object) throw new Problem(404, `No ${name} has this id.`)
  return c.json(object)
}

/** UUIDs are compared without case (RFC 9562). */
function idOf(c: Context<ApiEnv>): string {
  return String(c.get('parameters').id).toLowerCase()
}

function pageOf(c: Context<ApiEnv>): Page {
  return c.get('parameters') as Page
}

/** From `parseParameters`: integers within their limits, with defaults. */
type Page = { page: number; page_size: number }

/** `page_size` in the answer is "the number of items returned in this page", not the requested size. */
function toEnvelope<T>(all: readonly T[], { page, page_size }: Page) {
  const content = all.slice((page - 1) * page_size, page * page_size)
  return { content, page, page_size: content.length, has_more: page * page_size < all.length }
}
