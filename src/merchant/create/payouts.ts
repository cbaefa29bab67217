// Payouts: the back office creates one, and the recipient claims it through `<payout-claim>`. The steps and guarantees are
// those of a payin: a reference is paid out at most once.
import { z } from 'zod'
import { payoutRequest as payoutShape } from '../../contract/backoffice-requests.ts'
import { isReference, plainText } from '../../contract/values.ts'
import { type Money, type Session, sameMoney } from '../../server/index.ts'
import { ReferenceOfAnotherAmount } from '../errors/order-errors.ts'
import { NoHostedPage } from '../errors/service-errors.ts'
import { parseFields } from '../fields.ts'
import { choiceOf, type PayoutOrder, payout, payoutRequest } from '../kinds/payout.ts'
import type { ServicePorts } from '../kinds/service-port.ts'
import { type CheckEarlierPayments, nothingChecked } from '../one-payment/earlier-payments.ts'
import type { OnOrder } from '../order/on-order.ts'
import { replyWith } from '../order/reply.ts'
import { rememberId } from '../order/write/keys.ts'
import { holdsMoney } from '../session/outcomes.ts'
import { amountOf, readShown, type SessionRow, toPublic } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import type { Apply } from '../sync/apply.ts'
import { allowedPage } from '../sync/hosted-page.ts'
import { type ClaimCodeParts, checkClaimCode } from './claim-code.ts'
import { recordPayout } from './payout-ledger.ts'
import { bestFirst } from './payout-list.ts'
import type { Sessions } from './sessions.ts'

export interface PayoutsParts extends ClaimCodeParts {
  readonly config: Settings
  readonly onOrder: OnOrder
  readonly sessions: Sessions
  readonly ports: ServicePorts
  readonly applyToCase: Apply['applyToCase']
  readonly checkEarlierPayments: CheckEarlierPayments
}

/** The answer to the back office: the session, and the code that the recipient has to enter. */
export interface IssuedPayout extends Session {
  /** Send it separately from the link: a person who has both can take the money. `null` once there is nothing to claim. */
  readonly claim_code: string | null
}

/** What the back office asks for (payments-v2, PayoutIntent). */
export type PayoutRequest = Pick<PayoutOrder, 'reference' | 'amount'> &
  Partial<Pick<PayoutOrder, 'recipient' | 'payment'>>

const keyShape = z.object({ key: plainText.min(1).max(200) })

/** @throws {WrongFields} */
function payoutOrder(key: string, request: PayoutRequest): PayoutOrder {
  parseFields(keyShape, { key })
  const { recipient, payment, ...rest } = Object(request)
  const given = { ...rest, recipient: recipient ?? undefined, payment: payment ?? undefined }
  const order = parseFields(payoutShape, given)
  return { ...order, recipient: order.recipient ?? null, payment: order.payment ?? null } as PayoutOrder
}

/** Also after the amount was stored: until there is an attempt, another request may store another one. */
function checkAmount(known: Money, asked: Money): void {
  if (!sameMoney(known, asked)) throw new ReferenceOfAnotherAmount(known)
}

export type Payouts = ReturnType<typeof createPayouts>

export function createPayouts(parts: PayoutsParts) {
  const { db, config, sessions, capabilities, now } = parts

  async function withClaimCode(row: SessionRow, session: Session): Promise<IssuedPayout> {
    return { ...session, claim_code: session.outcome === 'open' ? capabilities.claimCodeOf(row.seed) : null }
  }

  async function findBest(reference: string): Promise<SessionRow | null> {
    const [row] = await db.query<SessionRow>(
      `select * from payin_checkout.sessions where order_id = $1 and kind = $2
       order by ${bestFirst} limit 1`,
      [reference, payout.name],
    )
    return row ?? null
  }

  /** Reads the service's list first, unless the answer is certain without it. */
  async function lookUp(reference: string): Promise<SessionRow | null> {
    const subject = { kind: payout.name, order_id: reference }
    const known = await findBest(reference)
    const mayMissRows = () => parts.onOrder(subject, async ({ order }) => order.mayMissRows)
    if (known !== null && (holdsMoney(known.outcome) || !(await mayMissRows()))) return known
    await parts.checkEarlierPayments(subject, reference, { sessions: [], list: true }, nothingChecked())
    return findBest(reference)
  }

  return {
    /**
     * The session of a payout, whose `id` the recipient's page needs, and the code that the recipient needs. The same key
     * gets the same session; so does the same reference as long as its payout is not over.
     * @param key any text of your own. It belongs to this request
     * @throws {WrongFields}
     * @throws {OrderAlreadyPaid} when the reference was paid out already
     * @throws {PaymentOpenElsewhere} when a payout to another recipient is open
     * @throws {ReferenceOfAnotherAmount}
     * @throws {RefusedByService}
     * @throws {ServiceError}
     */
    async create(key: string, request: PayoutRequest): Promise<IssuedPayout> {
      const order = payoutOrder(key, request)
      const { reference, amount, recipient, payment } = order
      const recorded = await recordPayout(parts.onOrder, reference, amount, new Date(now()))
      checkAmount(recorded, amount)
      const choice = choiceOf(recipient, payment)
      const { row, session } = await sessions.open({
        key,
        kind: payout.name,
        order_id: reference,
        choice,
        freezeFor: (entry) => {
          checkAmount(entry.amount, amount)
          return payoutRequest(config, order)
        },
      })
      checkAmount(amountOf(row), amount)
      return withClaimCode(row, session)
    },

    /**
     * The session that paid a reference out, else its newest one; `null` when there is none. A restored database may have lost
     * the row, and after "none" or "failed" the back office may send the money once more: then the service's list is read.
     * @throws {ServiceError}
     */
    async find(reference: string): Promise<IssuedPayout | null> {
      if (!isReference(reference)) return null
      const row = await lookUp(reference)
      if (!row) return null
      const id = capabilities.idOf(row.seed)
      await rememberId(db, id, row.id, new Date(now()))
      return withClaimCode(row, toPublic(await readShown(db, row.id), id))
    },

    /**
     * The session with the address of its hosted page, for the recipient who knows the code.
     * @throws {OrderAlreadyPaid} when another payout of the reference was paid out
     * @throws {WrongClaimCode}
     * @throws {TooManyClaimCodes}
     * @throws {NoHostedPage}
     * @throws {ServiceError}
     */
    async open(row: SessionRow, id: string, code: string | null): Promise<Session> {
      if (row.outcome === 'open') await checkClaimCode(parts, row, code)
      const decided = await sessions.upToDate(row)
      if (decided || row.service_id === null)
        return { ...(decided ?? (await sessions.reply(row))).session, id }
      const fetchStartedAt = now()
      const fetched = await parts.ports[row.kind].get(row.service_id)
      const { row: after, order } = await parts.applyToCase(row, {
        fetched,
        fetchStartedAt,
        source: 'lookup',
      })
      const page = allowedPage(fetched.redirectUrl ?? '', config.hostedPageOrigins)
      const reply = replyWith(order, after, page.url, now())
      if (page.url === null && after.outcome === 'open') throw new NoHostedPage()
      return { ...reply.session, id }
    },
  }
}
