import { NotASession, parseSession } from '../../../protocol/session.ts'
import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { liveEndpoints } from '../endpoint/live.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import { type Answer, headerOf, isAnswer, jsonOf } from '../http/answer.ts'
import { below, type Endpoint } from '../page/widget.ts'

/** The merchant server holds a read for this long. */
const holdS = 25
/** Extra time for the network. */
const graceMs = 8_000

/** Checks an existing session: its form, and whether its reads are held. */
export const endpointSession: Check = {
  area: 'Endpoint',
  async find(context) {
    const { session } = context.input
    const [live] = await liveEndpoints(context)
    if (!live) return []
    if (session === null) return [notGiven]
    return readSession(context, live.endpoint, session)
  },
}

const notGiven = unknown('held-reads-unknown', 'Held reads were not checked: this needs an open session', {
  change:
    'Start a payment, copy the id from the address of a GET …/sessions/cs_…, and set DOCTOR_SESSION=cs_… in the environment',
  see: 'protocol',
})

async function readSession(context: CheckContext, endpoint: Endpoint, id: string): Promise<Finding[]> {
  const url = below(endpoint, `/sessions/${encodeURIComponent(id)}`)
  const place = `${displayUrl(endpoint.base)}/sessions/…`
  const result = await context.send(url, { headers: { accept: 'application/json' } })
  if (!isAnswer(result) || result.status !== 200) {
    const seen = `${place}: ${isAnswer(result) ? result.status : result.why}`
    return [
      unknown('session-not-read', 'The session of --session or DOCTOR_SESSION could not be read', {
        seen,
        change: 'Use a newer session.',
        see: 'protocol',
      }),
    ]
  }
  const shape = shapeOf(place, result)
  const etag = headerOf(result, 'etag')
  if (etag === null) {
    const title = 'Reads have no ETag, so they cannot be held, and the checkout polls'
    return [
      shape,
      warning('session-no-etag', title, {
        seen: place,
        change: 'ETag: "…", with a new value after each change',
        see: 'protocol',
      }),
    ]
  }
  return [shape, await held(context, url, place, etag)]
}

function shapeOf(place: string, answer: Answer): Finding {
  try {
    parseSession(jsonOf(answer))
    return fine('session-fine', 'The session has the form of the protocol', { seen: place, see: 'protocol' })
  } catch (error) {
    if (!(error instanceof NotASession)) throw error
    return problem('session-not-one', displayText(error.message), {
      seen: place,
      change: '{"id":"…","status":"…"}',
      see: 'protocol',
    })
  }
}

async function held({ send }: CheckContext, url: URL, place: string, etag: string): Promise<Finding> {
  const result = await send(url, {
    headers: { accept: 'application/json', 'if-none-match': etag, prefer: `wait=${holdS}` },
    timeLimitMs: holdS * 1_000 + graceMs,
  })
  const afterS = Math.round(result.tookMs / 1000)
  if (!isAnswer(result) || result.status >= 500) {
    const how = isAnswer(result) ? `answers ${result.status}` : result.why
    return problem(
      'held-read-cut',
      `A held read is cut after ${afterS} seconds, by the server or by a proxy`,
      {
        seen: `${place} with Prefer: wait=${holdS} ${how}`,
        change: 'Set the proxy’s read timeout to 30 seconds; in nginx: proxy_read_timeout 30s;',
        see: 'proxy',
      },
    )
  }
  if (result.status === 200) {
    const same = headerOf(result, 'etag') === etag
    return same
      ? warning(
          'etag-ignored',
          'The server ignores If-None-Match, so it sends the same session again and again',
          {
            seen: `${place}: 200 with the same ETag`,
            change: 'Answer 304 if If-None-Match has the current ETag. A proxy must pass both headers on.',
            see: 'protocol',
          },
        )
      : unknown('held-read-changed', 'The session changed while its read was held. Run doctor again', {
          seen: place,
          see: 'protocol',
        })
  }
  if (/\bwait\b/.test(headerOf(result, 'preference-applied') ?? '')) {
    return fine('held-read-fine', `A read was held for ${afterS} seconds`, { seen: place, see: 'protocol' })
  }
  return unknown(
    'held-read-at-once',
    'The read was not held: the session has ended, or the server does not hold reads',
    {
      seen: `${place}: ${result.status} after ${afterS} seconds, no Preference-Applied`,
      see: 'protocol',
    },
  )
}
