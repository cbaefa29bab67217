// One deadline over all that a POST waits for: the database, the service, and the database again. Each of these has its
// own time-outs, but their sum is longer than a shopper, a proxy or the payment service waits.
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { endsWithin } from '../deadline.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import type { Merchant } from '../merchant.ts'

/** Above what a create may take when the service answers slowly, below ten seconds. */
const limitMs = 9_000

/**
 * Answers a POST with 503 when it takes too long. Its work goes on under its key: a press that comes again with the same
 * key joins it or finds what it has made, so nothing is half done and nothing is done twice.
 */
export function answerWithinDeadline({ clock, background, log }: Merchant): MiddlewareHandler {
  async function inTime(c: Context, work: Promise<void>): Promise<void> {
    while (!(await endsWithin(clock, limitMs, work))) {
      if (isBodyIncomplete(c)) continue
      log('deadline_passed', { ms: limitMs, message: 'Answered with 503; the work goes on.' })
      // So that its lines keep the request's name, its failure ends nothing, and a server that goes down waits for it.
      background.run(() => work)
      throw new TryAgainLater()
    }
  }
  // Reads have a limit of their own (reads/reader.ts): one that is held is not late.
  return (c, next) => (c.req.method === 'POST' ? inTime(c, next()) : next())
}

/** The body is not here yet: how long that may take is the listener's to say (http/listener.ts). */
function isBodyIncomplete(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming !== undefined && !incoming.complete && !incoming.destroyed
}
