// What a story is: one element, what its endpoint answers, and the way to the screen.

/** A session as an endpoint writes it, as far as a story cares; the rest is filled in. */
export interface CannedSession {
  readonly kind?: string
  readonly status?: string
  readonly status_details?: string
  readonly outcome?: string
  /** What the order has reached by any of its sessions. */
  readonly order_outcome?: 'open' | 'authorized' | 'complete'
  readonly amount?: { readonly value: string; readonly currency: string }
  /** `null` where the service names none, as for an on-ramp. */
  readonly redirect_url?: string | null
  /** From now; negative when the time is up. Told anew with each answer, so that a countdown never runs out. */
  readonly expiresInMs?: number
}

export interface CannedProblem {
  readonly problem: 403 | 404 | 408 | 409 | 422 | 429 | 503
  readonly detail: string
  /** By which the widget tells it from other problems. */
  readonly type?: string
  /** The field that it is about, as a JSON Pointer. */
  readonly pointer?: string
  /** Seconds. Longer than the widget's patience, it shows at once what a shopper sees after half a minute. */
  readonly retryAfter?: number
}

/** `html`: a page where JSON belongs · `never`: held until the client has gone. */
export type Answer = CannedSession | CannedProblem | 'html' | 'never'

/** What one endpoint answers; what is left out is an open session. */
export interface Canned {
  /** To `POST /sessions`. */
  readonly create?: Answer
  /** To `GET /sessions/{id}`. */
  readonly read?: Answer
  /** To `POST /sessions/{id}/link`. */
  readonly link?: Answer
  /** To `GET /banks`: all of them unless `never`. */
  readonly banks?: 'never'
  /** To `GET /instruments`: masked IBANs. */
  readonly accounts?: readonly string[]
}

export interface Story extends Canned {
  /** Part of addresses and of the pictures' file names. */
  readonly name: string
  readonly title: string
  readonly tag: 'payin-checkout' | 'payout-claim' | 'payin-return'
  readonly attributes: Readonly<Record<string, string>>
  /** The page's own words inside the element. */
  readonly content?: string
  /** The story whose endpoint is shared: a list of banks is read once for all that show it. */
  readonly endpoint?: string
  /** What the page's script does, one step a line: `pay`, `choose bank_account`, `type rai` (assets/steps.js). */
  readonly way?: readonly string[]
  /** The `phase` that is reached; a return page has none. */
  readonly phase?: string
  /** A selector inside the element that only this screen answers to. */
  readonly shows: string
  /** Words of the screen, in English: what a reader of the gallery is promised. */
  readonly says: string
}

/** Stories that belong together, under one heading. */
export interface Chapter {
  readonly name: string
  readonly title: string
  readonly stories: readonly Story[]
}

/** What a story may leave to its kind of element. */
export type StoryFields = Omit<Story, 'tag' | 'attributes'> & Partial<Pick<Story, 'attributes'>>

const price = { amount: '49.90', currency: 'EUR' }

/** A payment in `<payin-checkout>`. */
export function checkout(told: StoryFields): Story {
  return { ...told, tag: 'payin-checkout', attributes: { order: 'A-1001', ...told.attributes } }
}

/** One whose price the page knows. */
export function priced(told: StoryFields): Story {
  return checkout({ ...told, attributes: { ...price, ...told.attributes } })
}

/** One whose session the merchant's server made before: the first read tells all. */
export function known(told: StoryFields): Story {
  return checkout({ ...told, attributes: { session: sessionId(told.name), ...told.attributes } })
}

/** A payout in `<payout-claim>`, which the merchant's server made. */
export function payout(told: StoryFields): Story {
  return { ...told, tag: 'payout-claim', attributes: { session: sessionId(told.name), ...told.attributes } }
}

/** A return page, which was told the session's id. */
export function returnPage(told: StoryFields): Story {
  return { ...told, tag: 'payin-return', attributes: { session: sessionId(told.name), ...told.attributes } }
}

/** The id of a story's session. */
export function sessionId(story: string): string {
  return `cs_${story}`
}
