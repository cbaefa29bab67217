import { createHmac, randomBytes } from 'node:crypto'
import { isLoopback } from '../../../protocol/safe-url.ts'
import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import { headerOf, isAnswer, type RequestResult } from '../http/answer.ts'

/**
 * Names an unknown payin and no status, so no server can take it for a change. Our merchant server does not store it.
 */
const probe = JSON.stringify({
  id: '00000000-0000-4000-8000-000000000000',
  note: 'A probe of `payin-checkout doctor`: there is no such payin.',
})

/** The service's own time limit. */
const timeLimitMs = 10_000

/** Checks whether the server accepts webhooks from the service only. */
export const webhooks: Check = {
  area: 'Webhooks',
  async find(context) {
    const { webhookUrl, webhookSecrets } = context.input
    if (!webhookUrl) return [notGiven]
    const found = transport(webhookUrl)
    // Random, so it is never right by chance.
    const forged = await post(context, webhookUrl, randomBytes(32).toString('hex'))
    const atForged = answerToForged(displayUrl(webhookUrl), forged)
    found.push(...atForged)
    const isReached = isAnswer(forged) && ![301, 302, 303, 307, 308, 404, 405].includes(forged.status)
    if (!isReached) return found
    const [secret] = webhookSecrets
    if (secret === undefined) return [...found, withoutSecret]
    const signature = createHmac('sha256', secret).update(probe).digest('hex')
    const genuine = await post(context, webhookUrl, signature)
    return [...found, answerToGenuine(displayUrl(webhookUrl), genuine, webhookSecrets.length)]
  },
}

const notGiven = unknown('webhooks-unknown', 'Webhooks were not checked', {
  change:
    '--webhook-url https://shop.example/webhooks/payins, with PAYMENTS_WEBHOOK_SECRET in the environment',
  see: 'webhooks',
})

const withoutSecret = unknown(
  'webhook-secret-unknown',
  'Webhooks with a right signature were not checked: this needs the webhook secret',
  {
    change:
      'PAYMENTS_WEBHOOK_SECRET=… npx payin-checkout doctor …; doctor signs one probe with it and never shows it',
    see: 'webhooks',
  },
)

const post = ({ send }: CheckContext, url: URL, signature: string): Promise<RequestResult> =>
  send(url, {
    method: 'POST',
    body: probe,
    headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
    timeLimitMs,
    isByService: true,
  })

function transport(url: URL): Finding[] {
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return []
  return [
    problem('webhook-not-https', 'Webhooks use plain HTTP: anybody on the network can read them', {
      seen: displayUrl(url),
      change: `PUBLIC_URL=https://${url.host}`,
      see: 'webhooks',
    }),
  ]
}

function answerToForged(name: string, result: RequestResult): Finding[] {
  if (!isAnswer(result)) {
    return [
      problem('webhook-unreachable', 'The webhook address does not answer', {
        seen: `${name} ${result.why}`,
        change: reach,
        see: 'server',
      }),
    ]
  }
  const { status } = result
  const seen = `${name}: a wrong signature got the answer ${status}`
  if (status >= 300 && status < 400) {
    const to = headerOf(result, 'location') ?? ''
    return [
      problem(
        'webhook-redirects',
        'The webhook address redirects, and the payment service does not follow redirects',
        {
          seen: `${name} (${status}) → ${displayText(to)}`,
          change: `Give the service the final address: PUBLIC_URL must be your exact origin, with or without www, with https.`,
          see: 'webhooks',
        },
      ),
    ]
  }
  if (status === 404 || status === 405) {
    return [
      problem('webhook-not-there', 'No server accepts webhooks at this address', {
        seen: `${name}: POST answers ${status}`,
        change: reach,
        see: 'server',
      }),
    ]
  }
  if (status < 300) {
    return [
      problem('webhook-forged', 'Anybody can send webhooks: a wrong signature is accepted', {
        seen,
        change:
          'Verify X-Webhook-Signature over the raw bytes before anything else, and answer 401: verifyWebhook of payin-checkout/server.',
        see: 'server',
      }),
    ]
  }
  if (status >= 500) {
    return [
      warning('webhook-forged-fails', `A wrong signature causes a server error: ${status}`, {
        seen,
        change: 'Answer 401.',
        see: 'server',
      }),
    ]
  }
  if (status === 429)
    return [unknown('webhook-limits', 'The webhook address answers 429', { seen, see: 'webhooks' })]
  return [
    fine('webhook-forged-refused', 'A webhook with a wrong signature is refused', { seen, see: 'webhooks' }),
  ]
}

const reach = 'Route /webhooks/* of your origin to the merchant server.'

function answerToGenuine(name: string, result: RequestResult, secrets: number): Finding {
  if (!isAnswer(result)) {
    return problem('webhook-unreachable', 'The webhook address does not answer', {
      seen: `${name} ${result.why}`,
      change: reach,
      see: 'server',
    })
  }
  const { status } = result
  const seen = `${name}: a right signature got the answer ${status}`
  if (status === 401 || status === 403) {
    const which = secrets > 1 ? 'the first of PAYMENTS_WEBHOOK_SECRET' : 'PAYMENTS_WEBHOOK_SECRET'
    return problem(
      'webhook-refused',
      'A webhook with the right signature is refused, so your server receives no payment updates',
      {
        seen,
        change: `Give the server the same secret as here (${which}). The server must check the signature of the raw bytes, before it parses JSON.`,
        see: 'webhooks',
      },
    )
  }
  if (status >= 500) {
    return warning('webhook-fails', `A webhook about an unknown payin causes a server error: ${status}`, {
      seen,
      change:
        'Store the webhook, answer 2xx, and read the payin afterwards. The service repeats webhooks that fail.',
      see: 'server',
    })
  }
  if (status >= 300) {
    return fine('webhook-taken', 'A webhook with the right signature is accepted, and its payin is unknown', {
      seen,
      see: 'webhooks',
    })
  }
  return fine('webhook-taken', 'A webhook with the right signature is accepted', { seen, see: 'webhooks' })
}
