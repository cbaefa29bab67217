// A payment service as one `fetch` function, with scripted faults for create requests.

/** The fault of one POST. `late`: it gets no answer, and the object is created when the next request arrives. */
export const postFaults = [
  'none',
  'lost_before_work',
  'lost_after_work',
  'error_before_work',
  'error_after_work',
  'limited',
  'in_flight',
  'hang_after_work',
  'late',
  'web_page',
] as const
export const getFaults = ['none', 'lost', 'error', 'limited', 'hang'] as const
export type PostFault = (typeof postFaults)[number]
export type GetFault = (typeof getFaults)[number]

export interface Made {
  readonly id: string
  readonly key: string
  readonly body: string
  readonly json: Record<string, unknown>
}

const problem = (status: number, detail: string) =>
  new Response(JSON.stringify({ title: 'No', status, detail }), { status })
const never = () => new Promise<Response>(() => undefined)

/** @param script the faults of the requests, in order; without faults at its end */
export function createScriptedService(script: { posts: PostFault[]; gets: GetFault[] }) {
  const made: Made[] = []
  const sent: { key: string; body: string }[] = []
  const posts = [...script.posts]
  const gets = [...script.gets]
  let late: (() => void) | null = null

  /** The documented rules: one object per key. The same bytes return it again; other bytes get 409. */
  function create(key: string, body: string): Response {
    const known = made.find((object) => object.key === key)
    if (known && known.body !== body)
      return problem(409, 'A different body was already submitted for this key.')
    if (known) return new Response(JSON.stringify(known.json), { status: 201 })
    const id = `object-${made.length + 1}`
    const json = { ...JSON.parse(body), id, status: 'CREATED' }
    made.push({ id, key, body, json })
    return new Response(JSON.stringify(json), { status: 201 })
  }

  function post(key: string, body: string): Response | Promise<Response> {
    sent.push({ key, body })
    if (late) {
      late()
      late = null
      return problem(409, 'The first request is still in flight.')
    }
    const fault = posts.shift() ?? 'none'
    if (fault === 'lost_before_work') throw new TypeError('fetch failed')
    if (fault === 'error_before_work') return problem(500, 'before')
    if (fault === 'limited') return problem(429, 'slow down')
    if (fault === 'in_flight') return problem(409, 'The first request is still in flight.')
    if (fault === 'late') {
      late = () => create(key, body)
      return never()
    }
    const answer = create(key, body)
    if (fault === 'lost_after_work') throw new TypeError('socket hang up')
    if (fault === 'error_after_work') return problem(500, 'after')
    if (fault === 'web_page') return new Response('<html>busy</html>', { status: 503 })
    return fault === 'hang_after_work' ? never() : answer
  }

  /** One object per page, so that a client that stops early misses some. */
  function list(url: URL): Response | Promise<Response> {
    const fault = gets.shift() ?? 'none'
    if (fault === 'lost') throw new TypeError('fetch failed')
    if (fault === 'error') return problem(500, 'no')
    if (fault === 'limited') return problem(429, 'slow down')
    if (fault === 'hang') return never()
    const page = Number(url.searchParams.get('page'))
    const found = made.filter(({ json }) => json.reference === url.searchParams.get('reference'))
    const content = found.slice(page - 1, page).map(({ json }) => json)
    return new Response(JSON.stringify({ content, page, page_size: 1, has_more: page < found.length }))
  }

  return {
    made,
    sent,
    /** Creates an object as another client. */
    create,
    fetch: (async (address, init) => {
      if (init?.method !== 'POST') return list(new URL(String(address)))
      return post(new Headers(init.headers).get('idempotency-key') ?? '', String(init.body))
    }) as typeof fetch,
  }
}
