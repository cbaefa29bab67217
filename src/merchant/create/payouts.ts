// Paying out: the back office asks, the recipient claims through `<payout-claim>`. The same steps as a payin's, the same
// guarantees: a reference is paid out at most once.
import { type Session, sameMoney } from '../../server/index.ts'
import { ReferenceOfAnotherAmount } from '../errors/order-errors.ts'
import { NoHostedPage } from '../errors/service-errors.ts'
import { choiceOf, type PayoutOrder, payout, payoutRequest } from '../kinds/payout.ts'
import type { ServicePorts } from '../kinds/service-port.ts'
import { type CheckEarlierPayments, nothingChecked } from '../one-payment/earlier-payments.ts'
import { mayBeOpened, readShown, rememberId, type SessionRow, toPublic } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import type { Apply } from '../sync/apply.ts'
import { allowedPage } from '../sync/hosted-page.ts'
import { type ClaimCodeParts, checkClaimCode } from './claim-code.ts'
import type { PayoutLedger } from './payout-ledger.ts'
import { readUnpaid, type Sessions } from './sessions.ts'

export interface PayoutsParts extends ClaimCodeParts {
  readonly config: Settings
  readonly ledger: PayoutLedger
  readonly sessions: Sessions
  readonly ports: ServicePorts
  readonly apply: Apply
  readonly checkEarlierPayments: CheckEarlierPayments
}

/** What the back office is told: the session, and the code that its recipient has to enter. */
export interface IssuedPayout extends Session {
  /** Send it apart from the link: whoever has both can take the money. `null` once there is nothing to claim. */
  readonly claim_code: string | null
}

export type Payouts = ReturnType<typeof createPayouts>

export function createPayouts(parts: PayoutsParts) {
  const { db, config, ledger, sessions, capabilities, now } = parts

  async function issued(row: SessionRow, session: Session): Promise<IssuedPayout> {
    return { ...session, claim_code: session.outcome === 'open' ? capabilities.claimCodeOf(row.seed) : null }
  }

  async function best(reference: string): Promise<SessionRow | null> {
    const [row] = await db.query<SessionRow>(
      `select * from payin_checkout.sessions where order_id = $1 and kind = $2
       order by outcome = 'complete' desc, outcome = 'authorized' desc, created_at desc, attempt desc limit 1`,
      [reference, payout.name],
    )
    return row ?? null
  }

  async function lookedUp(reference: string): Promise<SessionRow | null> {
    const subject = { kind: payout.name, order_id: reference }
    await parts.checkEarlierPayments(subject, reference, { sessions: [], list: true }, nothingChecked())
    return best(reference)
  }

  return {
    /**
     * The session of a payout, whose `id` the recipient's page needs, and the code that the recipient needs. The same key,
     * or the same reference as long as it is not over, gets the same session.
     * @throws {OrderAlreadyPaid} paid out already
     * @throws {PaymentOpenElsewhere} open for another recipient
     * @throws {ReferenceOfAnotherAmount}
     * @throws {RefusedByService}
     * @throws {ServiceError}
     */
    async create(key: string, order: PayoutOrder): Promise<IssuedPayout> {
      const { reference, amount, recipient, payment } = order
      const noted = await ledger.record(reference, amount, new Date(now()))
      if (!sameMoney(noted, amount)) throw new ReferenceOfAnotherAmount(noted)
      const choice = choiceOf(recipient, payment)
      const { row, session } = await sessions.open({
        key,
        kind: payout.name,
        order_id: reference,
        reference,
        placedAt: null,
        amount,
        choice,
        ledger,
        freeze: payoutRequest(config, order),
      })
      return issued(row, session)
    },

    /**
     * The session that paid a reference out, else its newest one; `null` when there is none. "None" is the service's word:
     * a restored database may have lost the row, and who reads "none" may send the money once more.
     * @throws {ServiceError}
     */
    async find(reference: string): Promise<IssuedPayout | null> {
      const row = (await best(reference)) ?? (await lookedUp(reference))
      if (!row) return null
      const id = capabilities.idOf(row.seed)
      await rememberId(db, id, row.id, new Date(now()))
      return issued(row, toPublic(await readShown(db, row.id), id))
    },

    /**
     * The session with the address of its hosted page, for the recipient who knows the code.
     * @throws {OrderAlreadyPaid} paid out already by another payout of the reference
     * @throws {WrongClaimCode}
     * @throws {TooManyClaimCodes}
     * @throws {NoHostedPage}
     * @throws {ServiceError}
     */
    async open(row: SessionRow, id: string, code: string | null): Promise<Session> {
      if (row.outcome !== 'open') return toPublic(await readShown(db, row.id), id)
      await checkClaimCode(parts, row, code)
      await sessions.checkOtherPayments(row, ledger)
      const before = await readUnpaid(db, row.id)
      if (!mayBeOpened(before) || before.service_id === null) return toPublic(before, id)
      const fetchStartedAt = now()
      const fetched = await parts.ports[row.kind].get(before.service_id)
      await parts.apply(before, { fetched, fetchStartedAt, source: 'lookup' })
      const after = await readUnpaid(db, row.id)
      const page = allowedPage(fetched.redirectUrl ?? '', config.hostedPageOrigins)
      if (mayBeOpened(after) && page.url === null) throw new NoHostedPage()
      return toPublic(after, id, page.url)
    },
  }
}
