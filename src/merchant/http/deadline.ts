// One deadline for a whole POST, which waits for the database, the service, and the database again. Each of these has its
// own timeout, but their sum is longer than a shopper, a proxy or the payment service waits.
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { endsWithin } from '../deadline.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import type { Merchant } from '../merchant.ts'

/** Longer than a create request takes when the service is slow, and below ten seconds. */
const limitMs = 9_000

/**
 * Answers a POST with 503 at the deadline. The work goes on under its idempotency key: a create request with the same key
 * joins it or finds its result. So nothing is done by half, and nothing is done twice.
 */
export function answerWithinDeadline({ clock, background, log }: Merchant): MiddlewareHandler {
  async function inTime(c: Context, work: Promise<void>): Promise<void> {
    while (!(await endsWithin(clock, limitMs, work))) {
      if (isBodyIncomplete(c)) continue
      log('deadline_passed', { ms: limitMs, message: 'Answered with 503; the work goes on.' })
      // As background work it keeps the request's id in its log lines, its failure does not end the process, and a
      // shutdown waits for it.
      background.runBeside(() => work)
      throw new TryAgainLater()
    }
  }
  // GET requests have their own limit (long-poll/session-reader.ts): a held read is not late.
  return (c, next) => (c.req.method === 'POST' ? inTime(c, next()) : next())
}

/** Whether the body is still being received. The listener limits that time (node/listener.ts). */
function isBodyIncomplete(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming !== undefined && !incoming.complete && !incoming.destroyed
}
