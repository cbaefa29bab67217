// Recognizes a payment of ours by its return_url, which contains the session's public id. If the session's row is lost, the
// ids of the order's attempts are derived again, and the row of the matching attempt is inserted as it was (adopted).
import { type Kind, outcomeOf } from '../../server/index.ts'
import { alertPerson } from '../alerts.ts'
import type { LedgerName } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'
import { publicIdIn, returnUrlOf } from '../kinds/request.ts'
import type { FoundPayment } from '../kinds/service-port.ts'
import type { Log } from '../log.ts'
import { nextAttemptOf } from '../order/case.ts'
import type { Loaded, OnOrder } from '../order/on-order.ts'
import { insertAttempt } from '../order/write/payments.ts'
import type { Ledger } from '../orders.ts'
import { type AttemptName, attemptIdsOf, whoOf } from '../session/attempt-ids.ts'
import { type Capabilities, hashOf } from '../session/capability.ts'
import { holdsMoney } from '../session/outcomes.ts'
import { parseTime } from '../session/parse-time.ts'
import { readRow, type SessionRow } from '../session/session-row.ts'
import type { Db } from '../store/db.ts'
import type { LostRowDetector } from './lost-row-detector.ts'

/** An order, or a reference under which the back office pays out. */
export interface Subject {
  readonly kind: Kind
  readonly order_id: string
}

export interface AdoptParts {
  readonly db: Db
  readonly onOrder: OnOrder
  readonly capabilities: Capabilities
  readonly installation: string
  readonly apiKeyHash: string
  readonly ledgers: Readonly<Record<LedgerName, Ledger>>
  readonly lostRows: Pick<LostRowDetector, 'reportLoss'>
  readonly publicUrl: string
  readonly log: Log
  readonly now: () => number
}

export type Recognize = ReturnType<typeof createRecognize>

/** How many attempts after the last stored one are tried. More rows of one order cannot be lost. */
const attemptsAhead = 100

/** Makes the function that finds the session of a payment at the service, or adopts the payment; `null` when it is not ours. */
export function createRecognize(parts: AdoptParts) {
  const { onOrder, db } = parts

  /** @param isAddressedToUs the service sent it to us, so it is ours if it names an order of ours */
  return async function recognize(
    subject: Subject,
    kind: Kind,
    found: FoundPayment,
    isAddressedToUs = false,
  ): Promise<SessionRow | null> {
    const publicId = publicIdIn(found.returnUrl)
    const [known] = await db.query<SessionRow>(
      `select * from payin_checkout.sessions where kind = $1
         and (lower(service_id) = lower($2) or id = (select session from payin_checkout.session_ids where hash = $3))
       order by lower(service_id) = lower($2) desc nulls last limit 1`,
      [kind, found.fetched.id, hashOf(publicId ?? '')],
    )
    if (known) return known
    // Another shop of the account may have hundreds under a reference, and each would take the lock of the order.
    if (publicId === null && !isAddressedToUs) return null
    const { row, isOurOrder } = await onOrder(subject, async (loaded) => ({
      isOurOrder: loaded.order.entry !== null,
      row: publicId && (await adopt(loaded, parts, kind, publicId, found)),
    }))
    if (row) return row
    const isOurs = found.returnUrl?.startsWith(returnUrlOf(parts.publicUrl, '')) ?? false
    if (isOurs || (isAddressedToUs && isOurOrder)) await raiseUnknown(parts, { ...subject, kind }, found)
    return null
  }
}

async function adopt(
  { tx, order, id: order_id }: Loaded,
  parts: AdoptParts,
  kind: Kind,
  publicId: string,
  { fetched, reference, choice }: FoundPayment,
): Promise<SessionRow | null> {
  const { capabilities, installation, log } = parts
  // Who placed the order, and when, is part of the name: after a restore the shop may give the number to another customer, who
  // must not get the payment of the first one.
  const who = whoOf(order.entry ?? { payer: null, placedAt: null })
  const name: Omit<AttemptName, 'attempt'> = { kind, order: order_id, who }
  for (let attempt = 1; attempt < nextAttemptOf(order, kind) + attemptsAhead; attempt++) {
    const ids = attemptIdsOf(installation, { ...name, attempt })
    if (capabilities.idOf(ids.seed) !== publicId || fetched.amount === null) continue
    const at = new Date(parts.now())
    await parts.ledgers[kindOf(name.kind).ledger].restore?.(tx, name.order, fetched.amount, at)
    const row = await insertAttempt(tx, {
      publicId,
      id: ids.row,
      seed: ids.seed,
      kind,
      order_id,
      reference: reference ?? order_id,
      placed_at: order.entry?.placedAt ?? null,
      attempt,
      choice,
      amount: fetched.amount,
      nonce: fetched.echoed?.nonce ?? '',
      service_key: ids.serviceKey,
      service_id: fetched.id,
      first_sent_at: at,
      expires_at: parseTime(fetched.expiresAt),
      api_key_hash: parts.apiKeyHash,
      created_at: at,
    })
    if (!row) return readRow(tx, ids.row)
    await parts.lostRows.reportLoss(tx)
    log('session_adopted', {
      session: row.id,
      kind: row.kind,
      order: row.order_id,
      attempt,
      service_id: fetched.id,
    })
    return row
  }
  return null
}

/** The payment is ours by its address, but matches no attempt. Its money would pay no order, so a person must check. */
async function raiseUnknown(
  parts: AdoptParts,
  { kind, order_id: subject }: Subject,
  { fetched }: FoundPayment,
): Promise<void> {
  // Nobody has paid it. If somebody does, its webhook comes.
  const outcome = outcomeOf(kind, fetched.status)
  if (!holdsMoney(outcome) && fetched.status !== kindOf(kind).disputeStatus) return
  const detail = `the service has ${fetched.id} under ${subject}, and there is no session of it here`
  await alertPerson(parts, 'unknown_payment', { session: null, subject }, detail)
}
