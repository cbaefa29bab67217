import { NotASession, parseSession } from '../../../protocol/session.ts'
import { liveEndpoints } from '../endpoint/live.ts'
import { type Found, fine, problem, unknown, warning } from '../finding.ts'
import { type Answer, headerOf, isAnswer, jsonOf } from '../http/answer.ts'
import { below, type Endpoint } from '../page/widget.ts'
import { shown, shownUrl } from '../display.ts'
import type { Check, Visit } from '../check-context.ts'

/** As long as the merchant server holds a read. */
const holdS = 25
/** Beyond that, on the way. */
const graceMs = 8_000

/** What can only be seen of a session that there is: what it looks like, and whether its reads are held. */
export const endpointSession: Check = {
  area: 'Endpoint',
  async find(visit) {
    const { session } = visit.told
    const [live] = await liveEndpoints(visit)
    if (!live) return []
    if (session === null) return [notGiven]
    return readSession(visit, live.endpoint, session)
  },
}

const notGiven = unknown(
  'held-reads-unknown',
  'Whether reads can be held was not tried: that takes a session',
  {
    change:
      'Start a payment, take the id out of the address of a GET …/sessions/cs_…, and add --session cs_…',
    see: 'protocol',
  },
)

async function readSession(visit: Visit, endpoint: Endpoint, id: string): Promise<Found[]> {
  const url = below(endpoint, `/sessions/${encodeURIComponent(id)}`)
  const place = `${shownUrl(endpoint.base)}/sessions/…`
  const asked = await visit.ask(url, { headers: { accept: 'application/json' } })
  if (!isAnswer(asked) || asked.status !== 200) {
    const seen = `${place}: ${isAnswer(asked) ? asked.status : asked.why}`
    return [
      unknown('session-not-read', 'The session of --session could not be read', {
        seen,
        change: 'Take one that is newer.',
        see: 'protocol',
      }),
    ]
  }
  const shape = shapeOf(place, asked)
  const etag = headerOf(asked, 'etag')
  if (etag === null) {
    const title = 'Reads have no ETag, so none is held: the checkout asks again and again'
    return [
      shape,
      warning('session-no-etag', title, {
        seen: place,
        change: 'ETag: "…", another one after each change',
        see: 'protocol',
      }),
    ]
  }
  return [shape, await held(visit, url, place, etag)]
}

function shapeOf(place: string, answer: Answer): Found {
  try {
    parseSession(jsonOf(answer))
    return fine('session-fine', 'The session is as the protocol has it', { seen: place, see: 'protocol' })
  } catch (error) {
    if (!(error instanceof NotASession)) throw error
    return problem('session-not-one', shown(error.message), {
      seen: place,
      change: '{"id":"…","status":"…"}',
      see: 'protocol',
    })
  }
}

async function held({ ask }: Visit, url: URL, place: string, etag: string): Promise<Found> {
  const asked = await ask(url, {
    headers: { accept: 'application/json', 'if-none-match': etag, prefer: `wait=${holdS}` },
    timeLimitMs: holdS * 1_000 + graceMs,
  })
  const afterS = Math.round(asked.tookMs / 1000)
  if (!isAnswer(asked) || asked.status >= 500) {
    const how = isAnswer(asked) ? `answers ${asked.status}` : asked.why
    return problem(
      'held-read-cut',
      `A read that is held is cut after ${afterS} seconds, by the server or a proxy before it`,
      {
        seen: `${place} with Prefer: wait=${holdS} ${how}`,
        change: 'Let the proxy wait 30 seconds for an answer: proxy_read_timeout 30s; in nginx.',
        see: 'proxy',
      },
    )
  }
  if (asked.status === 200) {
    const same = headerOf(asked, 'etag') === etag
    return same
      ? warning('etag-ignored', 'If-None-Match is ignored, so the same session is sent again and again', {
          seen: `${place}: 200 with the ETag that was sent`,
          change:
            'Answer 304 where If-None-Match names the ETag of now; a proxy must let both headers through.',
          see: 'protocol',
        })
      : unknown('held-read-changed', 'The session changed while its read was held; try once more', {
          seen: place,
          see: 'protocol',
        })
  }
  if (/\bwait\b/.test(headerOf(asked, 'preference-applied') ?? '')) {
    return fine('held-read-fine', `A read was held for ${afterS} seconds`, { seen: place, see: 'protocol' })
  }
  return unknown(
    'held-read-at-once',
    'The read was not held: the session has ended, or the server holds none and is polled',
    {
      seen: `${place}: ${asked.status} after ${afterS} seconds, no Preference-Applied`,
      see: 'protocol',
    },
  )
}
