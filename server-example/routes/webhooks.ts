import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { verifyWebhook } from 'payin-checkout/server'
import { HttpProblem } from '../http/problems.ts'
import type { Merchant } from '../merchant.ts'

const maxBodyBytes = 64 * 1024

/**
 * `POST /webhooks/payins`. In this order: size, signature over the raw bytes, store, answer, then work. The service may
 * stop waiting for a slow answer, and an event that was answered before it was stored would be lost in a crash.
 */
export function webhookRoutes({ config, inbox, background, log }: Merchant): Hono {
  const routes = new Hono()
  routes.post('/payins', bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }), async (c) => {
    // The bytes as they came. Not `c.req.json()` and back: another spacing is another signature.
    const rawBody = new Uint8Array(await c.req.arrayBuffer())
    const signature = c.req.header('x-webhook-signature')
    if (!(await verifyWebhook(rawBody, signature, config.payments.webhookSecrets))) {
      log('webhook_refused', {
        message: 'Wrong signature. Is PAYMENTS_WEBHOOK_SECRET the one that the service signs with?',
      })
      throw new HttpProblem(401, 'The signature does not match the body.')
    }
    const hash = await inbox.store(rawBody)
    if (hash !== null) background.run(() => inbox.work(hash))
    return c.json({ message: hash === null ? 'known already' : 'stored' }, 200, {
      'cache-control': 'no-store',
    })
  })
  return routes
}

function tooLarge(): never {
  throw new HttpProblem(413, `The body is larger than ${maxBodyBytes} bytes.`)
}
