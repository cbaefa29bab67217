// The lines of `listen`: one for each answered call, and one for each finished attempt to deliver a webhook.
import { parseJson } from '../parse-json.ts'
import type { SandboxEvent } from '../sandbox-client/events.ts'
import type { Colours } from '../terminal.ts'

type Call = Extract<SandboxEvent, { type: 'call.started' | 'call.ended' }>['data']
type Delivery = Extract<SandboxEvent, { type: 'webhook.started' | 'webhook.ended' }>['data']

/** `undefined` for an event that only starts a call or an attempt. */
export function lineOf(event: SandboxEvent, colours: Colours): string | undefined {
  if (event.type === 'call.ended') return lineOfCall(event.data, colours)
  return event.type === 'webhook.ended' ? lineOfWebhook(event.data, colours) : undefined
}

function lineOfCall({ at, method, path, status, idempotency_key }: Call, colours: Colours): string {
  const isFine = status !== null && status < 400
  const end = (isFine ? colours.green : colours.red)(String(status ?? 'cut'))
  const key = idempotency_key === null ? [] : [`key ${shortened(idempotency_key)}`]
  return [timeOf(at, colours), 'call   ', end, `${method} ${path}`, ...key].join('  ')
}

function lineOfWebhook(delivery: Delivery, colours: Colours): string {
  const { at, event, object_id, url, attempt, status, error, signature, forged, body } = delivery
  const end = (error === null ? colours.green : colours.red)(status === null ? ' – ' : String(status))
  const { status: carried, reference } = readBody(body)
  const what = [event, carried].filter(Boolean).join(' ')
  const whose = reference === undefined ? object_id : `${reference} (${object_id})`
  const details = [
    `attempt ${attempt}`,
    `to ${url}`,
    signature === null ? 'not signed' : `signature ${shortened(signature)}`,
    ...(forged ? ['forged'] : []),
  ]
  const why = error === null ? '' : `: ${colours.red(error)}`
  const line = `${what} of ${whose}, ${details.join(', ')}`
  return [timeOf(at, colours), 'webhook', end, `${line}${why}`].join('  ')
}

/** The time of the sandbox's clock in UTC, as in its panel. */
const timeOf = (at: string, { dim }: Colours) => dim(`${at.slice(11, 19)}Z`)

/** The beginning of a key or signature: enough to recognize it, too short to use it. */
function shortened(text: string): string {
  return text.length > 12 ? `${text.slice(0, 8)}…` : text
}

/** Status and reference of a webhook body. An on-ramp's webhook has no status: it reports a deposit. */
function readBody(body: string): { status?: string; reference?: string } {
  const { status, reference } = Object(parseJson(body)) as Record<string, unknown>
  return {
    ...(typeof status === 'string' && { status }),
    ...(typeof reference === 'string' && { reference }),
  }
}
