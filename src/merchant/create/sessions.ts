// Creating a session safely: claim → ask about earlier payments → freeze → send → know. This file is the order of the
// steps; each has its own.
import type { Session } from '../../server/index.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import { OrderAlreadyPaid } from '../errors/order-errors.ts'
import { CannotTakePayments, NoHostedPage, RefusedByService } from '../errors/service-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import { sameLedger } from '../kinds/sql.ts'
import type { Log } from '../log.ts'
import type { Refresh } from '../news/refresh.ts'
import { type AskEarlier, nothingAsked, questionsOf } from '../one-payment/earlier-payments.ts'
import { canBePaid, fullHouse, refuseAnother } from '../one-payment/open-limit.ts'
import type { Ledger } from '../orders.ts'
import { isEnded } from '../session/outcomes.ts'
import {
  holdsOrder,
  mayBeOpened,
  readShown,
  rememberId,
  type SessionRow,
  type ShownRow,
  toPublic,
} from '../session/session-row.ts'
import { isUndelivered } from '../session/undelivered.ts'
import type { Queries } from '../store/db.ts'
import { type Claimed, type ClaimParts, claim, isOfThePrice, unclaim, type Wish } from './claim.ts'
import type { Deliver } from './deliver.ts'
import type { Delivered } from './sending.ts'

export interface SessionsParts extends ClaimParts {
  readonly askEarlier: AskEarlier
  readonly deliver: Deliver['deliver']
  readonly refresh: Refresh
  readonly log: Log
}

export type Sessions = ReturnType<typeof createSessions>

export interface Opened {
  readonly row: SessionRow
  /** As the page may see it. */
  readonly session: Session
}

/** Each round finds out something new: what was asked about, what has ended, what had been lost. More is a storm. */
const maxRounds = 6

export function createSessions(parts: SessionsParts) {
  return {
    /**
     * The session of a wish to be paid. The same key always gets the same session.
     * @throws {DomainError} of order-errors.ts when it cannot be paid, of service-errors.ts when shop or service are set up
     *   wrongly or the service refuses the choice, `TryAgainLater` in a storm
     * @throws {ServiceError} when the service was not reached, or refuses the shop
     */
    async open(wish: Wish): Promise<Opened> {
      const asked = nothingAsked()
      for (let round = 0; round < maxRounds; round++) {
        const claimed = await claim(parts, wish, asked)
        if ('sessions' in claimed) {
          await parts.askEarlier(wish, wish.reference, claimed, asked)
          continue
        }
        writeDown(parts, claimed)
        const { row, link, isAdopted } = await present(parts, claimed)
        if (!isAdopted && !isOfNoUse(claimed, row)) return handOut(parts, { row, link }, claimed)
        // Of an adopted one, other rows of its order may be missing: the next round asks for all that the service has.
        if (!isAdopted || !isOfThePrice(row, wish)) await unclaim(parts.db, wish.key)
      }
      throw new TryAgainLater()
    },

    /**
     * The session with a fresh address of its hosted page, for kinds whose addresses do not last.
     * @throws {OrderAlreadyPaid} meanwhile
     * @throws {ServiceError}
     */
    async renewLink(row: SessionRow, id: string, ledger: Pick<Ledger, 'lock'>): Promise<Session> {
      if (row.outcome !== 'open') return toPublic(await readShown(parts.db, row.id), id)
      await askAboutOthers(parts, row, ledger)
      const now = await readShown(parts.db, row.id)
      if (kindOf(row.kind).sending === 'keyed' || !mayBeOpened(now))
        return shown(parts, { row: now, link: now.redirect_url }, id)
      const renewed = await parts.deliver(row.id)
      checkPage(renewed)
      return shown(parts, renewed, id)
    },

    /**
     * Asks the service about everything else of a session's order, before an address of the session is given out again.
     * @throws {OrderAlreadyPaid}
     * @throws {TwoPaymentsOpen}
     * @throws {ServiceError}
     */
    askAboutOthers: (row: SessionRow, ledger: Pick<Ledger, 'lock'>) => askAboutOthers(parts, row, ledger),
  }
}

/** A new session is written into the log before anything can happen to it. */
function writeDown({ log }: SessionsParts, { row, how }: Claimed): void {
  const { id: session, kind, order_id: order, attempt, outcome } = row
  if (how === 'new') log('session_created', { session, kind, order, attempt, outcome })
}

/** Another press's session that had ended without our knowing: this key never got it, so it may have another attempt. */
const isOfNoUse = ({ how }: Claimed, row: SessionRow): boolean =>
  how === 'shared' && isEnded(row.outcome) && !holdsOrder(row)

/** The session as it is now: sent if it was not, asked about if its time has run out. */
async function present(
  parts: SessionsParts,
  { row, how }: Claimed,
): Promise<Delivered & { readonly isAdopted: boolean }> {
  if (isUndelivered(row)) return parts.deliver(row.id, how === 'new' ? row : undefined)
  const isOver = row.outcome === 'open' && row.expires_at !== null && row.expires_at.getTime() <= parts.now()
  // Only the service can say that it has expired; until it does, nobody may start a second payment.
  const now = isOver ? await parts.refresh(row.id, 'lookup') : row
  return { row: now, link: now.redirect_url, isAdopted: false }
}

/** Before another link of a session is made: is anything else of its order paid or promised by now? */
async function askAboutOthers(
  parts: SessionsParts,
  session: SessionRow,
  ledger: Pick<Ledger, 'lock'>,
): Promise<void> {
  const asked = nothingAsked()
  const { state, sessions, questions } = await parts.inOrder(session, async (tx) => {
    const state = await ledger.lock(tx, session.order_id)
    const sessions = await tx.query<SessionRow>(
      `select * from payin_checkout.sessions
       where order_id = $1 and ${sameLedger('kind', '$2')} and rejected_at is null`,
      [session.order_id, session.kind],
    )
    const isListNeeded = await parts.lostRows.mayBeMissing(tx, session.created_at)
    return { state, sessions, questions: questionsOf(sessions, session.id, asked, isListNeeded) }
  })
  if (state === 'paid') throw new OrderAlreadyPaid()
  const payable = canBePaid(session, parts.now()) ? null : fullHouse(sessions, session.id, parts.now())
  if (payable) refuseAnother(payable, false, parts.now())
  if (questions) await parts.askEarlier(session, session.reference ?? session.order_id, questions, asked)
}

/** @throws {DomainError} where there is no page that the shopper could go on to, and should be one */
function checkPage({ row, link }: Delivered): void {
  if (row.rejected_at)
    throw new RefusedByService(JSON.parse(row.rejected_pointers ?? '[]'), kindOf(row.kind).askedBy)
  if (row.outcome !== 'open' || link !== null) return
  const { sending, isNamedOncePaid, pageNeedsCode } = kindOf(row.kind)
  if (sending === 'keyed' && row.service_id === null) throw new CannotTakePayments()
  // It is named or, when what its webhook says is in doubt, only heard of.
  const isBeingPaid = isNamedOncePaid && (row.service_id !== null || row.doubt !== null)
  if (pageNeedsCode || isBeingPaid) return
  throw new NoHostedPage()
}

async function handOut(parts: SessionsParts, delivered: Delivered, { how }: Claimed): Promise<Opened> {
  checkPage(delivered)
  const id = parts.capabilities.idOf(delivered.row.seed)
  // Again whenever it is handed out later: after a rotation of the API key the same session has another id.
  if (how !== 'new') await rememberId(parts.db, id, delivered.row.id, new Date(parts.now()))
  return { row: delivered.row, session: await shown(parts, delivered, id) }
}

/** A session as it may be shown now. @throws {OrderAlreadyPaid} by another session */
export async function readUnpaid(queries: Queries, id: string): Promise<ShownRow> {
  const now = await readShown(queries, id)
  if (now.order_outcome === 'complete' && now.outcome !== 'complete') throw new OrderAlreadyPaid()
  return now
}

/** Read once more: what was asked about meanwhile, by whomever, may have turned out to be paid. */
async function shown(parts: SessionsParts, { row, link }: Delivered, id: string): Promise<Session> {
  const now = await readUnpaid(parts.db, row.id)
  return toPublic(now, id, link)
}
