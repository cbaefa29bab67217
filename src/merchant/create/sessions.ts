// create/ creates sessions, so that no crash and no retry makes a second payment. The steps are claim → check earlier
// payments → freeze → send → know, each committed before the next begins. This file has their order; each step has a file
// of its own. Nothing here decides about money or addresses: the rules are in order/.
import { type Session, sameMoney } from '../../server/index.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import { OrderPromised } from '../errors/order-errors.ts'
import { CannotTakePayments, NoHostedPage, RefusedByService } from '../errors/service-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Log } from '../log.ts'
import { type CheckEarlierPayments, nothingChecked } from '../one-payment/earlier-payments.ts'
import { countedOf } from '../order/case.ts'
import { type Reply, replyWith } from '../order/reply.ts'
import { refusalOfAddress } from '../order/rules/address.ts'
import { paymentsToCheck } from '../order/rules/asked.ts'
import { isUnread } from '../order/rules/forgotten.ts'
import { removeClaim } from '../order/write/keys.ts'
import { choiceHash } from '../session/choice-hash.ts'
import { holdsMoney, isEnded } from '../session/outcomes.ts'
import {
  amountOf,
  holdsOrder,
  isTimeOver,
  isUndelivered,
  lacksPage,
  type SessionRow,
} from '../session/session-row.ts'
import type { Refresh } from '../sync/refresh.ts'
import {
  type Claimed,
  type ClaimParts,
  type CreateRequest,
  claim,
  claimOverdue,
  rememberAnswer,
} from './claim.ts'
import type { Deliver } from './deliver.ts'

export interface SessionsParts extends ClaimParts {
  readonly checkEarlierPayments: CheckEarlierPayments
  readonly deliver: Deliver['deliver']
  readonly refresh: Refresh
  readonly log: Log
  /** Whether the merchant was closed. Nobody would follow a payment that is started now. */
  readonly isClosed: () => boolean
}

export type Sessions = ReturnType<typeof createSessions>

export interface Opened {
  readonly row: SessionRow
  /** The session as the page may see it. */
  readonly session: Session
}

/** Each round learns something new: a checked payment, an ended session, a lost row. More rounds mean too much traffic. */
const maxRounds = 6

export function createSessions(parts: SessionsParts) {
  return {
    /**
     * The session for a create request. The same key always gets the same session.
     * @throws {DomainError} of order-errors.ts when it cannot be paid, of service-errors.ts when shop or service are set up
     *   wrongly or the service refuses the choice, `TryAgainLater` after `maxRounds` and once the merchant is closed
     * @throws {ServiceError} when the service was not reached, or refuses the shop
     */
    async open(request: CreateRequest): Promise<Opened> {
      if (parts.isClosed()) throw new TryAgainLater()
      const checked = nothingChecked()
      for (let round = 0; round < maxRounds; round++) {
        const claimed = await claim(parts, request, checked)
        if ('payments' in claimed) {
          const { order_id, reference, payments } = claimed
          await parts.checkEarlierPayments({ kind: request.kind, order_id }, reference, payments, checked)
          continue
        }
        logNewSession(parts, claimed)
        const { row, reply, isAdopted, isUnread = false } = await bringUpToDate(parts, claimed)
        if (isUnread) checked.unread.add(row.id)
        else if (!isAdopted && !isUnusable(claimed, row)) {
          if (claimed.how === 'overdue') await claimOverdue(parts, request, row)
          return answer(parts, claimed, reply ?? (await decideReply(parts, row)))
        }
        if (claimed.how === 'overdue') continue
        // An adopted payment: its row was lost, so other rows of its order may be missing, and the next round reads the
        // service's list.
        if (!isAdopted || !sameMoney(amountOf(row), amountOf(claimed.row)))
          await removeClaim(parts.db, request.key)
      }
      throw new TryAgainLater()
    },

    /**
     * The session with the address of its hosted page, for a shopper who comes back to it.
     * @throws {OrderAlreadyPaid}
     * @throws {OrderPromised}
     * @throws {OrderWithdrawn}
     * @throws {PriceChanged}
     * @throws {TwoPaymentsOpen}
     * @throws {ServiceError}
     */
    async renewLink(row: SessionRow, id: string): Promise<Session> {
      const known = await upToDate(parts, row)
      if (known) return { ...known.session, id }
      const reply = (await parts.deliver(row.id)).reply ?? (await decideReply(parts, row))
      checkPage(reply)
      return { ...reply.session, id }
    },

    /** The answer without an address, or `null` when everything is known that an address of this session depends on. */
    upToDate: (row: SessionRow) => upToDate(parts, row),

    /** What may be answered now for a session, with the address that is stored. */
    reply: (row: SessionRow) => decideReply(parts, row),
  }
}

/**
 * Learns everything that an address of a session depends on: all other payments of its order are read at the service.
 * @returns the answer, if the session has no page any more, or if its page is known; `null` when its page must be asked for
 */
async function upToDate(parts: SessionsParts, session: SessionRow): Promise<Reply | null> {
  const { id, kind } = session
  const checked = nothingChecked()
  for (let round = 0; round < maxRounds; round++) {
    const step = await parts.onOrder(session, async ({ order }) => {
      const row = order.sessions.find((each) => each.id === id)
      if (!row) throw new TryAgainLater()
      const refusal = refusalOfAddress(order, row, parts.now())
      if (refusal === 'promised' && !holdsMoney(row.outcome)) throw new OrderPromised()
      if (refusal !== null) return { reply: replyWith(order, row, null, parts.now()) }
      const payments = paymentsToCheck(countedOf(order), id, checked, order.mayMissRows)
      if (payments) return { payments, reference: row.reference }
      if (isTimeOver(row, parts.now()) && row.service_id !== null && !checked.sessions.has(id))
        return { overdue: row }
      const { sending, pageNeedsCode } = kindOf(kind)
      const isKnown = sending === 'keyed' && !pageNeedsCode && row.service_id !== null
      return { reply: isKnown ? replyWith(order, row, row.redirect_url, parts.now()) : null }
    })
    if ('payments' in step && step.payments)
      await parts.checkEarlierPayments(session, step.reference, step.payments, checked)
    else if ('overdue' in step && step.overdue) {
      // Only the service can say that a payment has expired.
      await parts.refresh(id, 'lookup')
      checked.sessions.add(id)
    } else return step.reply ?? null
  }
  throw new TryAgainLater()
}

/** Logs a new session before anything is sent for it. */
function logNewSession({ log }: SessionsParts, { row, how }: Claimed): void {
  const { id: session, kind, order_id: order, attempt, outcome } = row
  if (how === 'new') log('session_created', { session, kind, order, attempt, outcome })
}

/**
 * The session was made for another key and turned out to have ended. It was never returned for this key, so the key may get
 * a new attempt.
 */
const isUnusable = ({ how }: Claimed, row: SessionRow): boolean =>
  (how === 'shared' || how === 'overdue') && isEnded(row.outcome) && !holdsOrder(row)

interface UpToDate {
  readonly row: SessionRow
  readonly reply: Reply | null
  readonly isAdopted: boolean
  /** It has no page, and the service does not find its payment: no key was answered with it. */
  readonly isUnread?: boolean
}

/** Brings a claimed session up to date: sends it if it was not sent, and fetches it if its time has run out or it has no page. */
async function bringUpToDate(parts: SessionsParts, { row, how, reply }: Claimed): Promise<UpToDate> {
  if (reply) return { row, reply, isAdopted: false }
  const sent = isUndelivered(row) ? await parts.deliver(row.id, how === 'new' ? row : undefined) : null
  const known = sent ?? { row, reply: null, isAdopted: false }
  // Only the service can say that a payment has expired. Until it does, no second payment may be started.
  const isOver = sent === null && isTimeOver(row, parts.now())
  if (known.isAdopted || !(isOver || lacksPage(known.row))) return known
  try {
    return { row: await parts.refresh(row.id, 'lookup'), reply: null, isAdopted: false }
  } catch (error) {
    if (!lacksPage(known.row) || !isUnread(error, known.row, parts.apiKeyHash, parts.now())) throw error
    return { ...known, isUnread: true }
  }
}

/** Decides what may be answered now for a session. @throws {DomainError} of order-errors.ts */
const decideReply = (parts: SessionsParts, session: SessionRow): Promise<Reply> =>
  parts.onOrder(session, async ({ order }) => {
    const row = order.sessions.find((each) => each.id === session.id)
    if (!row) throw new TryAgainLater()
    return replyWith(order, row, row.redirect_url, parts.now())
  })

/** @throws {DomainError} when the session needs a hosted page and there is none */
function checkPage({ row, session }: Reply): void {
  const { sending, getsIdWhenPaid, pageNeedsCode, askedBy } = kindOf(row.kind)
  if (row.rejected_at) {
    const canChoose = askedBy === 'back_office' || row.choice_hash !== choiceHash(null)
    throw new RefusedByService(JSON.parse(row.rejected_pointers ?? '[]'), canChoose ? askedBy : 'shop')
  }
  if (row.outcome !== 'open' || session.order_outcome !== 'open' || session.redirect_url !== null) return
  if (sending === 'keyed' && row.service_id === null) throw new CannotTakePayments()
  // Somebody is paying: the session has its payment's id, or a webhook with a mismatch has announced the payment.
  const isBeingPaid = getsIdWhenPaid && (row.service_id !== null || row.doubt !== null)
  if (pageNeedsCode || isBeingPaid) return
  throw new NoHostedPage()
}

async function answer(parts: SessionsParts, { how, reply: decided }: Claimed, reply: Reply): Promise<Opened> {
  checkPage(reply)
  // A new attempt has stored its id, and so has a reply that was decided with the claim.
  if (how !== 'new' && decided === null) await rememberAnswer(parts.db, parts, reply.row)
  const id = parts.capabilities.idOf(reply.row.seed)
  return { row: reply.row, session: { ...reply.session, id } }
}
