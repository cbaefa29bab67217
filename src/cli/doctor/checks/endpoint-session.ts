import { NotASession, parseSession } from '../../../protocol/session.ts'
import { type CheckContext, liveEndpoints } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { type Answer, headerOf, isAnswer, jsonOf } from '../http/answer.ts'
import { below } from '../page/widget.ts'

/** The merchant server holds a read for this long. */
const holdS = 25
/** Extra time for the network. */
const graceMs = 8_000

const say = says('protocol', {
  'held-reads-unknown': {
    unknown: 'Held reads were not checked: this needs an open session',
    change:
      'Start a payment, copy the id from the address of a GET …/sessions/cs_…, and set DOCTOR_SESSION=cs_… in the environment',
  },
  'session-not-read': {
    unknown: 'The session of --session or DOCTOR_SESSION could not be read',
    change: 'Use a newer session.',
  },
  'session-no-etag': {
    warning: 'Reads have no ETag, so they cannot be held, and the checkout polls',
    change: 'ETag: "…", with a new value after each change',
  },
  'session-fine': { fine: 'The session has the form of the protocol' },
  'session-not-one': { problem: '{mistake}', change: '{"id":"…","status":"…"}' },
  'held-read-cut': {
    problem: 'A held read is cut after {seconds} seconds, by the server or by a proxy',
    change: 'Set the proxy’s read timeout to 30 seconds; in nginx: proxy_read_timeout 30s;',
    see: 'proxy',
  },
  'etag-ignored': {
    warning: 'The server ignores If-None-Match, so it sends the same session again and again',
    change: 'Answer 304 if If-None-Match has the current ETag. A proxy must pass both headers on.',
  },
  'held-read-changed': { unknown: 'The session changed while its read was held. Run doctor again' },
  'held-read-fine': { fine: 'A read was held for {seconds} seconds' },
  'held-read-at-once': {
    unknown: 'The read was not held: the session has ended, or the server does not hold reads',
  },
})

/** Checks an existing session: its form, and whether its reads are held. */
export async function endpointSession(context: CheckContext): Promise<Found> {
  const { session } = context.input
  const [live] = await liveEndpoints(context)
  if (!live) return null
  if (session === null) return say('held-reads-unknown')
  const url = below(live.endpoint, `/sessions/${encodeURIComponent(session)}`)
  const place = `${displayUrl(live.endpoint.base)}/sessions/…`
  const result = await context.send(url, { headers: { accept: 'application/json' } })
  if (!isAnswer(result)) return say('session-not-read', `${place}: ${result.why}`)
  if (result.status !== 200) return say('session-not-read', `${place}: ${result.status}`)
  const etag = headerOf(result, 'etag')
  return [
    shapeOf(place, result),
    etag === null ? say('session-no-etag', place) : await held(context, url, place, etag),
  ]
}

function shapeOf(place: string, answer: Answer): Found {
  try {
    parseSession(jsonOf(answer))
    return say('session-fine', place)
  } catch (error) {
    if (!(error instanceof NotASession)) throw error
    return say('session-not-one', place, { mistake: displayText(error.message) })
  }
}

async function held({ send }: CheckContext, url: URL, place: string, etag: string): Promise<Found> {
  const result = await send(url, {
    headers: { accept: 'application/json', 'if-none-match': etag, prefer: `wait=${holdS}` },
    timeLimitMs: holdS * 1_000 + graceMs,
  })
  const seconds = Math.round(result.tookMs / 1000)
  if (!isAnswer(result) || result.status >= 500) {
    const how = isAnswer(result) ? `answers ${result.status}` : result.why
    return say('held-read-cut', `${place} with Prefer: wait=${holdS} ${how}`, { seconds })
  }
  if (result.status === 200)
    return headerOf(result, 'etag') === etag
      ? say('etag-ignored', `${place}: 200 with the same ETag`)
      : say('held-read-changed', place)
  if (/\bwait\b/.test(headerOf(result, 'preference-applied') ?? ''))
    return say('held-read-fine', place, { seconds })
  return say(
    'held-read-at-once',
    `${place}: ${result.status} after ${seconds} seconds, no Preference-Applied`,
  )
}
