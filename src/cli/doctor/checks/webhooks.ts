import { createHmac, randomBytes } from 'node:crypto'
import { isLoopback } from '../../../protocol/safe-url.ts'
import type { CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { type Answer, headerOf, isAnswer, isRedirect, type RequestResult } from '../http/answer.ts'

/**
 * Names an unknown payin and no status, so no server can take it for a change. Our merchant server does not store it.
 */
const probe = JSON.stringify({
  id: '00000000-0000-4000-8000-000000000000',
  note: 'A probe of `payin-checkout doctor`: there is no such payin.',
})

/** The service's own time limit. */
const timeLimitMs = 10_000

const reach = 'Route /webhooks/* of your origin to the merchant server.'
const taken = 'A webhook with the right signature is accepted'

const say = says('webhooks', {
  'secret-in-page': {
    problem: 'The page shows your webhook secret to everybody',
    change: 'Remove it from the page, and ask the service for a new secret.',
  },
  'webhooks-unknown': {
    unknown: 'Webhooks were not checked',
    change:
      '--webhook-url https://shop.example/webhooks/payins, with PAYMENTS_WEBHOOK_SECRET in the environment',
  },
  'webhook-secret-unknown': {
    unknown: 'Webhooks with a right signature were not checked: this needs the webhook secret',
    change:
      'PAYMENTS_WEBHOOK_SECRET=… npx payin-checkout doctor …; doctor signs one probe with it and never shows it',
  },
  'webhook-not-https': {
    problem: 'Webhooks use plain HTTP: anybody on the network can read them',
    change: 'PUBLIC_URL=https://{host}',
  },
  'webhook-unreachable': { problem: 'The webhook address does not answer', change: reach, see: 'server' },
  'webhook-redirects': {
    problem: 'The webhook address redirects, and the payment service does not follow redirects',
    change:
      'Give the service the final address: PUBLIC_URL must be your exact origin, with or without www, with https.',
  },
  'webhook-not-there': {
    problem: 'No server accepts webhooks at this address',
    change: reach,
    see: 'server',
  },
  'webhook-forged': {
    problem: 'Anybody can send webhooks: a wrong signature is accepted',
    change:
      'Verify X-Webhook-Signature over the raw bytes before anything else, and answer 401: verifyWebhook of payin-checkout/server.',
    see: 'server',
  },
  'webhook-forged-fails': {
    warning: 'A wrong signature causes a server error: {status}',
    change: 'Answer 401.',
    see: 'server',
  },
  'webhook-limits': { unknown: 'The webhook address answers 429' },
  'webhook-forged-refused': { fine: 'A webhook with a wrong signature is refused' },
  'webhook-refused': {
    problem: 'A webhook with the right signature is refused, so your server receives no payment updates',
    change:
      'Give the server the same secret as here ({which}). The server must check the signature of the raw bytes, before it parses JSON.',
  },
  'webhook-fails': {
    warning: 'A webhook about an unknown payin causes a server error: {status}',
    change:
      'Store the webhook, answer 2xx, and read the payin afterwards. The service repeats webhooks that fail.',
    see: 'server',
  },
  'webhook-taken': { fine: taken },
  'webhook-taken-unknown': {
    id: 'webhook-taken',
    fine: `${taken}, and its payin is unknown`,
  },
})

/** Checks whether the page contains the webhook secret that the merchant gave to this command. */
export const secretInPage = ({ page, input }: CheckContext): Found =>
  // A shorter text can be in any page by chance.
  input.webhookSecrets.some((secret) => secret.length >= 8 && page.answer.body.includes(secret)) &&
  say('secret-in-page')

/** Checks whether the server accepts webhooks from the service only. */
export async function webhooks(context: CheckContext): Promise<Found> {
  const { webhookUrl, webhookSecrets } = context.input
  if (!webhookUrl) return say('webhooks-unknown')
  const { protocol, hostname, host } = webhookUrl
  const name = displayUrl(webhookUrl)
  const isOpen = protocol !== 'https:' && !isLoopback(hostname)
  // Random, so it is never right by chance.
  const forged = await post(context, webhookUrl, randomBytes(32).toString('hex'))
  const isReached = isAnswer(forged) && !isRedirect(forged) && ![404, 405].includes(forged.status)
  return [
    isOpen && say('webhook-not-https', name, { host }),
    answerToForged(name, forged),
    isReached && (await genuine(context, webhookUrl, webhookSecrets)),
  ]
}

const post = ({ send }: CheckContext, url: URL, signature: string): Promise<RequestResult> =>
  send(url, {
    method: 'POST',
    body: probe,
    headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
    timeLimitMs,
    isByService: true,
  })

const redirects = (name: string, answer: Answer): Found =>
  say('webhook-redirects', `${name} (${answer.status}) → ${displayText(headerOf(answer, 'location') ?? '')}`)

function answerToForged(name: string, result: RequestResult): Found {
  if (!isAnswer(result)) return say('webhook-unreachable', `${name} ${result.why}`)
  const { status } = result
  const seen = `${name}: a wrong signature got the answer ${status}`
  if (isRedirect(result)) return redirects(name, result)
  if (status === 404 || status === 405) return say('webhook-not-there', `${name}: POST answers ${status}`)
  if (status < 300) return say('webhook-forged', seen)
  if (status >= 500) return say('webhook-forged-fails', seen, { status })
  return say(status === 429 ? 'webhook-limits' : 'webhook-forged-refused', seen)
}

async function genuine(
  context: CheckContext,
  url: URL,
  [secret, ...more]: readonly string[],
): Promise<Found> {
  if (secret === undefined) return say('webhook-secret-unknown')
  const result = await post(context, url, createHmac('sha256', secret).update(probe).digest('hex'))
  const name = displayUrl(url)
  if (!isAnswer(result)) return say('webhook-unreachable', `${name} ${result.why}`)
  const { status } = result
  const seen = `${name}: a right signature got the answer ${status}`
  const which = `${more.length > 0 ? 'the first of ' : ''}PAYMENTS_WEBHOOK_SECRET`
  if (isRedirect(result)) return redirects(name, result)
  if (status === 401 || status === 403) return say('webhook-refused', seen, { which })
  if (status >= 500) return say('webhook-fails', seen, { status })
  if (status === 429) return say('webhook-limits', seen)
  return say(status >= 300 ? 'webhook-taken-unknown' : 'webhook-taken', seen)
}
