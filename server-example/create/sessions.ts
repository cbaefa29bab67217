// Creating a session safely: claim → freeze → send → know. This file is the order of the steps; each has its own.
import type { Session } from 'payin-checkout/server'
import { cannotTakePayments, noHostedPage } from '../http/problems.ts'
import type { Kinds } from '../kinds/kind.ts'
import type { Log } from '../log.ts'
import { hasEnded } from '../news/apply.ts'
import type { Refresh } from '../news/refresh.ts'
import type { Ledger } from '../orders.ts'
import { rememberId, type SessionRow, toPublic } from '../store/session-row.ts'
import { type Delivered, isUndelivered } from './attempt.ts'
import { type Claimed, type ClaimParts, claim, paidAlready, unclaim, type Wish } from './claim.ts'
import type { Deliver } from './deliver.ts'
import { problemOfRefusal } from './refusals.ts'

export interface SessionsParts extends ClaimParts {
  readonly kinds: Kinds
  readonly deliver: Deliver['deliver']
  readonly refresh: Refresh
  readonly log: Log
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(parts: SessionsParts) {
  return {
    /**
     * The session of a wish to be paid. The same key always gets the same session.
     * @throws {HttpProblem} 409 paid already, 422 unknown order or a choice that the service refuses, 500 when shop or
     *   service are set up wrongly
     * @throws {ServiceError} when the service was not reached (503) or refuses the shop (500)
     */
    async open(wish: Wish): Promise<Session> {
      const { row, how } = await begin(parts, wish)
      const sent = await present(parts, row)
      if (how !== 'shared' || !hasEnded(sent.row)) return handOut(parts, sent)
      // Another press's session had ended without our knowing. This key never got it, so it may have a new attempt.
      await unclaim(parts.db, wish.key)
      const again = await begin(parts, wish)
      return handOut(parts, await present(parts, again.row))
    },

    /**
     * The session with a fresh address of its hosted page, for kinds whose addresses do not last.
     * @throws {HttpProblem} 409 when the order was paid meanwhile
     * @throws {ServiceError}
     */
    async renewLink(row: SessionRow, id: string, ledger: Pick<Ledger, 'lock'>): Promise<Session> {
      if (parts.kinds[row.kind].sending === 'keyed' || row.outcome !== 'open') return toPublic(row, id)
      const state = await parts.db.transaction((tx) => ledger.lock(tx, row.order_id))
      if (state === 'paid') throw paidAlready()
      const renewed = await parts.deliver(row.id)
      checkPage(parts, renewed)
      return { ...toPublic(renewed.row, id), redirect_url: renewed.link }
    },
  }
}

/** The session of this wish; a new one is written into the log, before anything can happen to it. */
async function begin(parts: SessionsParts, wish: Wish): Promise<Claimed> {
  const claimed = await claim(parts, wish)
  const { id: session, kind, order_id: order, attempt, outcome } = claimed.row
  if (claimed.how === 'new') parts.log('session_created', { session, kind, order, attempt, outcome })
  return claimed
}

/** The session as it is now: sent if it was not, asked about if its time has run out. */
async function present(parts: SessionsParts, row: SessionRow): Promise<Delivered> {
  if (isUndelivered(parts.kinds[row.kind], row)) return parts.deliver(row.id)
  const isOver = row.outcome === 'open' && row.expires_at !== null && row.expires_at.getTime() <= parts.now()
  // Only the service can say that it has expired; until it does, nobody may start a second payment.
  const now = isOver ? await parts.refresh(row.id, 'lookup') : row
  return { row: now, link: now.redirect_url }
}

/** @throws {HttpProblem} where there is no page that the shopper could go on to, and should be one */
function checkPage(parts: SessionsParts, { row, link }: Delivered): void {
  if (row.rejected_at) throw problemOfRefusal(row)
  if (row.outcome === 'open' && link === null) {
    if (parts.kinds[row.kind].sending === 'keyed' && row.service_id === null) throw cannotTakePayments()
    // An on-ramp that is being paid has no address any more, and needs none.
    if (row.kind !== 'on_ramp' || row.service_id === null) throw noHostedPage()
  }
}

async function handOut(parts: SessionsParts, delivered: Delivered): Promise<Session> {
  checkPage(parts, delivered)
  const { row, link } = delivered
  const id = parts.capabilities.idOf(row.seed)
  // Again at every hand-out: after a rotation of the API key the same session has another id.
  await rememberId(parts.db, id, row.id)
  return { ...toPublic(row, id), redirect_url: link }
}
