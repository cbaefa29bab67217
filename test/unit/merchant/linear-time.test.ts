// Code that reads text from outside takes time in proportion to its length: one long text must not block the server.
import {
  isDecimal,
  parseBankTransferEvent,
  parseIban,
  parseOnRampEvent,
  parsePayinEvent,
  parseRedirectUrl,
  parseRetryAfter,
} from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { readIp } from '../../../src/merchant/http/address.ts'
import { checkBearer } from '../../../src/merchant/http/bearer.ts'
import { parseCreateRequest } from '../../../src/merchant/http/read-create-request.ts'
import { isKnownVersion, parseWaitMs } from '../../../src/merchant/http/wait-preference.ts'
import { payin as payinKind } from '../../../src/merchant/kinds/payin.ts'
import { errorFields } from '../../../src/merchant/log.ts'
import { findUnstorable, isPlain } from '../../../src/merchant/plain-text.ts'
import { hideSecrets } from '../../../src/merchant/scrub.ts'
import { operationOf } from '../../../src/merchant/service/operation.ts'
import { parseSignedWebhook } from '../../../src/merchant/sync/parse-webhook.ts'
import { growthOf, hostileShapes } from '../../support/growth.ts'

const bytes = (json: object) => new TextEncoder().encode(JSON.stringify(json))
const ignoreErrors = (work: () => unknown) => {
  try {
    work()
  } catch {
    // A refusal is fine: only the time matters.
  }
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the patterns of the log': hideSecrets,
  'the place of an error': (text) => errorFields(new Error(`\nserver-example ${text}`)),
  'a payin’s webhook': (text) => parsePayinEvent(bytes({ id: text, status: text, return_url: text })),
  'a signed webhook': (text) =>
    ignoreErrors(() =>
      parseSignedWebhook(
        payinKind,
        bytes({ id: 'a', status: text, return_url: `https://a/?session=${text}` }),
      ),
    ),
  'a bank transfer’s webhook': (text) =>
    parseBankTransferEvent(bytes({ status: text, payerBankAccount: { iban: text } })),
  'an on-ramp’s webhook': (text) =>
    parseOnRampEvent(bytes({ eventType: text, transactionId: text, amount: text })),
  'an IBAN': parseIban,
  'an amount': isDecimal,
  'a hosted page': parseRedirectUrl,
  'a hosted page at a host': (text) => parseRedirectUrl(`https://${text}`),
  'Retry-After': (text) => parseRetryAfter(text, 0),
  'an address': readIp,
  'an address in brackets': (text) => readIp(`[${text}`),
  Prefer: parseWaitMs,
  'If-None-Match': (text) => isKnownVersion(text, '"1-a"'),
  'a token': (text) => ignoreErrors(() => checkBearer({ get: () => `Bearer ${text}` } as never, 'x', 'x')),
  'the search for control characters': (text) => [isPlain(text), findUnstorable({ a: [text] })],
  'the path of a call': (text) =>
    ignoreErrors(() => operationOf('GET', `https://pay.example/api/v2/payins/${text}`)),
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  test.each(hostileShapes)('takes linear time for %s', (_what, textOf) => {
    expect(growthOf(read, textOf)).toBeLessThan(40)
  })
})

test.each(hostileShapes)('a create request is read in linear time from %s', async (_, textOf) => {
  const payment = (text: string) => ({ method: 'service_wallet', email: text })
  const request = (text: string) =>
    new Request('http://shop/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': '7a0c8a8e-0000-4000-8000-000000000001',
      },
      body: JSON.stringify({ order: text, lang: text, payment: payment(text) }),
    })
  // Asynchronous, so it is measured here. A body has 16 KiB at most.
  const timeOf = async (length: number) => {
    const beganAt = performance.now()
    await parseCreateRequest(request(textOf(length)), ['payin']).catch(() => undefined)
    return Math.max(2, performance.now() - beganAt)
  }
  const short = Math.min(await timeOf(1_500), await timeOf(1_500), await timeOf(1_500))
  const long = Math.min(await timeOf(15_000), await timeOf(15_000), await timeOf(15_000))
  expect(long / short).toBeLessThan(40)
})
