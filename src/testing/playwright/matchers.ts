// `expect(page).toHavePaid('A-1001')` and the other matchers. Each waits for the checkout's public state or for its event:
// a shop that has opened its thank-you page shows no checkout any more.
import type { ExpectMatcherState, MatcherReturnType, Page } from '@playwright/test'
import { waitUntil } from '../real-time.ts'
import { describeSnapshot, type PageSnapshot, takeSnapshot } from './shown-checkout.ts'

interface End {
  /** The rest of "to be …" in messages. */
  readonly description: string
  /** Phases of the element with this end. */
  readonly phases: readonly string[]
  /** Events for this end, without their prefix. */
  readonly events: readonly string[]
}

const ends = {
  paid: { description: 'paid', phases: ['complete'], events: ['complete'] },
  authorized: {
    description: 'authorized or paid',
    phases: ['authorized', 'complete'],
    events: ['authorized', 'complete'],
  },
  failed: { description: 'failed', phases: ['failed'], events: ['failed'] },
  expired: { description: 'expired', phases: ['expired'], events: ['expired'] },
  cancelled: { description: 'cancelled', phases: ['cancelled'], events: ['cancel'] },
} satisfies Record<string, End>

function hasEnded(
  { elements, recorded }: PageSnapshot,
  { phases, events }: End,
  details: string | undefined,
): boolean {
  const fits = (found: string | null | undefined) => details === undefined || found === details
  return (
    elements.some(({ phase, session }) => phases.includes(phase) && fits(session?.status_details)) ||
    recorded.some(
      ({ name, detail }) => events.includes(name.replace(/^\w+-/, '')) && fits(detail.status_details),
    )
  )
}

async function match(
  { isNot, timeout }: ExpectMatcherState,
  name: string,
  end: End,
  { page, order, details }: { page: Page; order: string | undefined; details?: string | undefined },
): Promise<MatcherReturnType> {
  let snapshot: PageSnapshot = { elements: [], recorded: [] }
  // An end is final, so `not` needs no waiting.
  const pass = await waitUntil(
    async () => {
      snapshot = await takeSnapshot(page, order)
      return hasEnded(snapshot, end, details)
    },
    isNot ? 0 : timeout,
  )
  const whose = order === undefined ? 'a checkout' : `the checkout of order ${order}`
  const wanted = `${isNot ? 'not ' : ''}to be ${end.description}${details === undefined ? '' : ` for ${details}`}`
  const recorded = pass === isNot ? await describeSnapshot(page, order, snapshot) : ''
  const waited = isNot ? '' : ` within ${timeout} ms`
  return { name, pass, message: () => `Expected ${whose} ${wanted}${waited}.\n${recorded}` }
}

/**
 * The matchers for your own `expect`: `expect.extend(matchers)`. `order` is the attribute of the checkout or the reference of
 * its session. Without it, any checkout of the page counts.
 */
export const matchers = {
  toHavePaid(this: ExpectMatcherState, page: Page, order?: string) {
    return match(this, 'toHavePaid', ends.paid, { page, order })
  },
  /** The payment is authorized or complete. */
  toHaveAuthorized(this: ExpectMatcherState, page: Page, order?: string) {
    return match(this, 'toHaveAuthorized', ends.authorized, { page, order })
  },
  /** @param details the expected `status_details`; any if missing */
  toHaveFailed(this: ExpectMatcherState, page: Page, order?: string, details?: string) {
    return match(this, 'toHaveFailed', ends.failed, { page, order, details })
  },
  toHaveExpired(this: ExpectMatcherState, page: Page, order?: string) {
    return match(this, 'toHaveExpired', ends.expired, { page, order })
  },
  /** The shopper cancelled in the widget. The payment itself may still change. */
  toHaveCancelled(this: ExpectMatcherState, page: Page, order?: string) {
    return match(this, 'toHaveCancelled', ends.cancelled, { page, order })
  },
}
