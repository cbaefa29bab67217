// Paying out: the back office asks, the recipient claims through `<payout-claim>`. The same steps as a payin's, the same
// guarantees: a reference is paid out at most once.
import type { Session } from 'payin-checkout/server'
import { sameMoney } from 'payin-checkout/server'
import { unprocessable } from '../http/problems.ts'
import type { RequestConfig } from '../kinds/kind.ts'
import { type PayoutOrder, payoutRequest } from '../kinds/payout.ts'
import type { Db } from '../store/db.ts'
import { rememberId, type SessionRow, toPublic } from '../store/session-row.ts'
import type { Capabilities } from './capability.ts'
import type { PayoutLedger } from './payout-ledger.ts'
import type { Sessions } from './sessions.ts'

export interface PayoutsParts {
  readonly db: Db
  readonly config: RequestConfig
  readonly ledger: PayoutLedger
  readonly sessions: Sessions
  readonly capabilities: Capabilities
  readonly now: () => number
}

export type Payouts = ReturnType<typeof createPayouts>

export function createPayouts({ db, config, ledger, sessions, capabilities, now }: PayoutsParts) {
  return {
    /**
     * The session of a payout, whose `id` the recipient's page needs. The same key, or the same reference as long as it
     * is not over, gets the same session.
     * @throws {HttpProblem} 409 paid out already, 422 when the reference was used for another amount, 500 when the
     *   service refuses the request
     * @throws {ServiceError}
     */
    async create(key: string, order: PayoutOrder): Promise<Session> {
      const { reference, amount, recipient, payment } = order
      const noted = await ledger.note(reference, amount, new Date(now()))
      if (!sameMoney(noted, amount)) {
        const detail = `This reference was used for ${noted.value} ${noted.currency}. Give another payout another reference.`
        throw unprocessable({ pointer: '/reference', detail })
      }
      const choice = recipient || payment ? { recipient, payment } : null
      const freeze = payoutRequest(config, order)
      return sessions.open({ key, kind: 'payout', subject: reference, amount, choice, ledger, freeze })
    },

    /** The newest session of a reference, or `null`. */
    async find(reference: string): Promise<Session | null> {
      const [row] = await db.query<SessionRow>(
        `select * from sessions where order_id = $1 and kind = 'payout' order by attempt desc limit 1`,
        [reference],
      )
      if (!row) return null
      const id = capabilities.idOf(row.seed)
      await rememberId(db, id, row.id)
      return toPublic(row, id)
    },
  }
}
