// The definition of a story: one element, its endpoint's answers, and the steps to the screen.

/** The fields of a session that a story sets; the others have defaults. */
export interface CannedSession {
  readonly kind?: string
  readonly status?: string
  readonly status_details?: string
  readonly outcome?: string
  /** What the order has reached by any of its sessions. */
  readonly order_outcome?: 'open' | 'authorized' | 'complete'
  readonly amount?: { readonly value: string; readonly currency: string }
  /** Why a person of the shop must settle the money that came. */
  readonly review?: string
  /** `null` if the service names none, as for an on-ramp. */
  readonly redirect_url?: string | null
  /** From now; negative when the time is up. Computed for each answer, so that a countdown never ends. */
  readonly expiresInMs?: number
}

export interface CannedProblem {
  readonly problem: 403 | 404 | 408 | 409 | 422 | 429 | 503
  readonly detail: string
  /** The `type` by which the widget recognizes the problem. */
  readonly type?: string
  /** The wrong field, as a JSON Pointer. */
  readonly pointer?: string
  /** The price that the order has now. */
  readonly amount?: { readonly value: string; readonly currency: string }
  /** In seconds. A value above the widget's retry limit shows the fault at once, not after half a minute. */
  readonly retryAfter?: number
}

/** `html`: a page instead of JSON · `never`: held until the client disconnects. */
export type Answer = CannedSession | CannedProblem | 'html' | 'never'

/** The answers of one endpoint; the default is an open session. */
export interface Canned {
  /** To `POST /sessions`. */
  readonly create?: Answer
  /** To `GET /sessions/{id}`. */
  readonly read?: Answer
  /** To `POST /sessions/{id}/link`: the answer to the create request, unless set. */
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
  /** The page's own content of the element. */
  readonly content?: string
  /** The story whose endpoint is shared, so that its list of banks is read once. */
  readonly endpoint?: string
  /** The steps of the page's script, one a line: `pay`, `choose bank_account`, `type rai` (assets/steps.js). */
  readonly way?: readonly string[]
  /** The reached `phase`; empty for a return page. */
  readonly phase: string
  /** A selector that matches only in this screen. */
  readonly shows: string
  /** An English text of the screen, which the journey checks. */
  readonly says: string
}

/** Stories under one heading. */
export interface Chapter {
  readonly name: string
  readonly title: string
  readonly stories: readonly Story[]
}

/** What a story sets besides its name, its title and its text. Without a `phase`, a payment is `idle`. */
export type StoryFields = Partial<Omit<Story, 'name' | 'title' | 'says' | 'tag'>>

type MakeStory = (name: string, title: string, says: string, fields?: StoryFields) => Story

/** What is there in each phase. A story whose screen has more than that names it in `shows`. */
const shownIn: Readonly<Record<string, string>> = {
  idle: '.pay',
  waiting: '.row .quiet',
  authorized: '.panel',
  complete: '.panel.good',
  cancelled: '.panel + .pay',
  failed: '.panel.bad + .pay',
  expired: '.panel.bad',
  error: '.panel.bad + .pay',
}

const storiesOf =
  (tag: Story['tag'], attributesOf: (name: string) => Story['attributes']): MakeStory =>
  (name, title, says, fields = {}) => {
    const phase = fields.phase ?? (tag === 'payin-return' ? '' : 'idle')
    const attributes = { ...attributesOf(name), ...fields.attributes }
    return { name, title, says, tag, phase, shows: shownIn[phase] ?? '', ...fields, attributes }
  }

const order = { order: 'A-1001' }

/** A payment in `<payin-checkout>`. */
export const checkout = storiesOf('payin-checkout', () => order)

/** A payment with a price in the page. */
export const priced = storiesOf('payin-checkout', () => ({ ...order, amount: '49.90', currency: 'EUR' }))

/** A payment with an existing session: the element reads it first. */
export const known = storiesOf('payin-checkout', (name) => ({ ...order, session: sessionId(name) }))

/** A payout in `<payout-claim>`, with an existing session. */
export const payout = storiesOf('payout-claim', (name) => ({ session: sessionId(name) }))

/** A return page with the session's id. */
export const returnPage = storiesOf('payin-return', (name) => ({ session: sessionId(name) }))

/** The id of a story's session. */
export function sessionId(story: string): string {
  return `cs_${story}`
}
