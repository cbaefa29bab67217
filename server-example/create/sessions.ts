// Creating a session safely: claim → freeze → send → know. This file is the order of the steps; each has its own.
import type { Session } from 'payin-checkout/server'
import { cannotTakePayments, noHostedPage } from '../http/problems.ts'
import { hasEnded } from '../news/apply.ts'
import type { Refresh } from '../news/refresh.ts'
import type { Asked } from '../orders.ts'
import { rememberId, type SessionRow, toPublic } from '../store/session-row.ts'
import { type ClaimParts, claim, type Press, unclaim, unknownOrder } from './claim.ts'
import type { Deliver } from './deliver.ts'
import { problemOfRefusal } from './refusals.ts'

export interface SessionsParts extends ClaimParts {
  readonly deliver: Deliver['deliver']
  readonly refresh: Refresh
}

export function createSessions(parts: SessionsParts) {
  return {
    /**
     * The session of a press on "pay". The same key always gets the same session.
     * @throws {HttpProblem} 409 paid already, 422 unknown order or a choice that the service refuses, 500 when shop or
     *   service are set up wrongly
     * @throws {ServiceError} when the service was not reached (503) or refuses the shop (500)
     */
    async create(press: Press, asked: Asked): Promise<Session> {
      const quote = await parts.orders.quote(press.order, asked)
      if (!quote) throw unknownOrder()
      const { row, how } = await claim(parts, press, quote)
      const sent = await present(parts, row)
      if (how !== 'shared' || !hasEnded(sent)) return handOut(parts, sent)
      // Another press's session had ended without our knowing. This key never got it, so it may have a new attempt.
      await unclaim(parts.db, press.key)
      const again = await claim(parts, press, quote)
      return handOut(parts, await present(parts, again.row))
    },
  }
}

/** The session as it is now: sent if it was not, asked about if its time has run out. */
async function present(parts: SessionsParts, row: SessionRow): Promise<SessionRow> {
  if (row.rejected_at) return row
  if (row.payin_id === null && row.outcome === 'open') return parts.deliver(row.id)
  const isOver = row.outcome === 'open' && row.expires_at !== null && row.expires_at.getTime() <= parts.now()
  // Only the service can say that it has expired; until it does, nobody may start a second payment.
  return isOver ? parts.refresh(row.id, 'lookup') : row
}

async function handOut(parts: SessionsParts, row: SessionRow): Promise<Session> {
  if (row.rejected_at) throw problemOfRefusal(row)
  if (row.outcome === 'open' && row.payin_id === null) throw cannotTakePayments()
  if (row.outcome === 'open' && row.redirect_url === null) throw noHostedPage()
  const id = parts.capabilities.idOf(row.seed)
  // Again at every hand-out: after a rotation of the API key the same session has another id.
  await rememberId(parts.db, id, row.id)
  return toPublic(row, id)
}
