// The payment service as one `fetch` function: idempotent creates, reads, lists, and faults on demand.
import { createHmac, randomUUID } from 'node:crypto'

export const hostedOrigin = 'https://pay.example'
export const webhookSecret = 'webhook_secret_canary'

export interface FakePayin {
  id: string
  status: string
  status_details?: string
  amount: { value: string; currency: string }
  reference: string
  return_url: string
  redirect_url: string | null
  expires_at: string
  [field: string]: unknown
}

/** What happens to the next create. `lost_before`: it never arrives. `lost_after`: only its answer is lost. */
type Fault =
  | 'lost_before'
  | 'lost_after'
  | number
  | { readonly pointers: readonly string[] }
  | ((payin: FakePayin) => void)

/** What Node's fetch gives as the cause when nothing listens there. */
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** The answer of a host other than the service. */
type Elsewhere = (init: RequestInit) => Response | Promise<Response>

export function createFakeService(now: () => number) {
  const payins = new Map<string, FakePayin>()
  /** Which of them are payouts. */
  const payouts = new Set<string>()
  const keys = new Map<string, { body: string; original: FakePayin }>()
  const calls: { method: string; path: string; key: string | null; body: string | null }[] = []
  const faults: Fault[] = []
  const readStatuses: number[] = []
  let down = false
  const banks: { id: string; name: string; logo_url?: string }[] = [{ id: 'b1', name: 'First Bank' }]
  const payers: { email: string; instruments: object[] }[] = []
  const elsewhere = new Map<string, Elsewhere>()
  /** Tests push promises here to hold answers back. */
  const gates: Promise<void>[] = []

  const json = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

  function create(key: string, body: string, path: string): Response {
    const known = keys.get(key)
    if (known && known.body !== body) return json(409, { detail: 'another body' })
    // The strictest reading of "the original result is returned": the payin as it was created, not as it is now.
    if (known) return json(201, known.original)
    const intent = JSON.parse(body) as FakePayin
    const id = randomUUID()
    const payin: FakePayin = {
      ...intent,
      id,
      status: 'CREATED',
      redirect_url: `${hostedOrigin}/pay/${id}`,
      expires_at: new Date(now() + 15 * 60_000).toISOString(),
    }
    keys.set(key, { body, original: { ...payin } })
    payins.set(id, payin)
    if (path === '/payouts') payouts.add(id)
    return json(201, payin)
  }

  async function answer(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET'
    const path = url.pathname.replace('/api/v2', '')
    const key = new Headers(init.headers).get('idempotency-key')
    const body = typeof init.body === 'string' ? init.body : null
    const other = elsewhere.get(url.href)
    if (other) return other(init)
    calls.push({ method, path: path + url.search, key, body })
    await gates.shift()
    if (down) throw new TypeError('fetch failed', { cause: refused() })
    if (method === 'POST') {
      const fault = faults.shift()
      if (typeof fault === 'number')
        return json(fault, { detail: 'no', errors: [{ pointer: '/amount/value', detail: 'no' }] })
      if (typeof fault === 'object') {
        const errors = fault.pointers.map((pointer) => ({ pointer, detail: 'no, says the service' }))
        return json(422, { detail: 'no', errors })
      }
      if (fault === 'lost_before') throw new TypeError('fetch failed')
      const response = create(key ?? '', body ?? '', path)
      if (fault === 'lost_after') throw new TypeError('socket hang up')
      if (typeof fault === 'function') {
        const payin = (await response.json()) as FakePayin
        fault(payin)
        payins.set(payin.id, payin)
        return json(201, payin)
      }
      return response
    }
    const readStatus = readStatuses.shift()
    if (readStatus) return json(readStatus, { detail: 'no' })
    if (path === '/payins' || path === '/payouts') {
      const reference = url.searchParams.get('reference')
      const found = [...payins.values()].filter(
        (payin) =>
          payouts.has(payin.id) === (path === '/payouts') &&
          (reference === null || payin.reference === reference),
      )
      return json(200, { content: found, page: 1, page_size: 100, has_more: false })
    }
    if (path === '/banks') return json(200, pageOf(banks, url.searchParams))
    if (path === '/payers') {
      const email = url.searchParams.get('email')
      const found = payers.filter((payer) => payer.email === email)
      return json(200, pageOf(found, url.searchParams))
    }
    const payin = payins.get(path.replace(/^\/pay(in|out)s\//, ''))
    return payin ? json(200, payin) : json(404, {})
  }

  return {
    fetch: ((url, init) => answer(new URL(String(url)), init ?? {})) as typeof fetch,
    payins,
    banks,
    payers,
    /** Answers of other hosts, by address. */
    elsewhere,
    keys,
    calls,
    gates,
    creates: () => calls.filter(({ method }) => method === 'POST'),
    only(): FakePayin {
      const [payin] = payins.values()
      if (!payin || payins.size !== 1) throw new Error(`There are ${payins.size} payins.`)
      return payin
    },
    nextCreate: (...next: Fault[]) => faults.push(...next),
    /** Statuses that the next reads get instead. */
    nextRead: (...next: number[]) => readStatuses.push(...next),
    set down(value: boolean) {
      down = value
    },
  }
}

function pageOf<T>(all: readonly T[], query: URLSearchParams) {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)]
  const content = all.slice((page - 1) * size, page * size)
  return { content, page, page_size: content.length, has_more: all.length > page * size }
}

/** A signed webhook for the payin as it is now, or with another status. */
export function signed(payin: FakePayin, status = payin.status, secret = webhookSecret) {
  const body = JSON.stringify({ ...payin, status })
  return { body, signature: createHmac('sha256', secret).update(body).digest('hex') }
}
