// A webhook arrives. A signed one is decided within its request: what it changes and that it was processed is one transaction.
// When that takes too long or many wait, it is stored, answered, then processed, as is every unsigned one. It is never answered
// before: a webhook that is answered and neither processed nor stored would be lost in a crash.
import type { Clock } from '../../server/index.ts'
import { logAlert, raise } from '../alerts.ts'
import type { Background } from '../background.ts'
import { endsWithin } from '../deadline.ts'
import type { Gate } from '../gate.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Recognize } from '../one-payment/adopt.ts'
import type { OnOrder } from '../order/on-order.ts'
import { compareStatus } from '../order/rules/merge.ts'
import { findWebhookMismatch } from '../order/rules/mismatch.ts'
import { takeFetchSlot, writeDoubt } from '../order/write/payments.ts'
import { findIdByPublicId, readRow, type SessionRow } from '../session/session-row.ts'
import { queryOne } from '../store/db.ts'
import { type EventRow, leaseMs, minFetchIntervalMs } from './event-row.ts'
import type { ReceivedWebhook } from './parse-webhook.ts'
import type { ProcessEvents } from './process-events.ts'
import type { ProcessParts } from './process-webhook.ts'
import { storeUnsigned } from './store-unsigned.ts'

/** The request of a webhook waits this long for its decision. The service may not wait long for an answer. */
const decideWithinMs = 1_000

export interface ReceiveParts extends ProcessParts {
  readonly clock: Clock
  readonly onOrder: OnOrder
  readonly recognize: Recognize
  readonly background: Background
  /** Uses few of the database's connections. The service repeats refused webhooks, and the sweep finds the rest. */
  readonly gate: Gate
  readonly events: ProcessEvents
}

/** What the sender is told. */
export type Received = 'stored' | 'known already'

/** Makes the function that takes a webhook. */
export function createReceiveWebhook(parts: ReceiveParts) {
  const { db, clock, log, now, webhookHealth, background, gate, events } = parts

  function logReceived({ serviceId, kind, status }: ReceivedWebhook, session: string | null, count: 0 | 1) {
    log('webhook_received', { service_id: serviceId, session, kind, status, count })
  }

  const eventOf = (webhook: ReceivedWebhook, session: string | null): EventRow => ({
    hash: webhook.hash,
    kind: webhook.kind,
    service_id: webhook.serviceId,
    session,
    status: webhook.status,
    result: null,
    attempts: 0,
    named: 1,
  })

  /** The session that a signed webhook is about, where its payment has none yet. */
  async function sessionOf({ kind, publicId, payment }: ReceivedWebhook): Promise<string | null> {
    const known = publicId === null ? null : await findIdByPublicId(db, publicId)
    if (known !== null || !payment || payment.reference === null) return known
    // It is signed, so the service sent it. If it is about an order of ours, it must not be ignored.
    const found = await parts.recognize({ kind, order_id: payment.reference }, kind, payment, true)
    return found?.id ?? null
  }

  interface Known extends Omit<SessionRow, 'id'> {
    /** `null`: no session has the payment. */
    readonly id: string | null
    /** What is stored of the webhook itself. */
    readonly event: 'none' | 'waiting' | 'processed'
  }

  const readKnown = ({ hash, serviceId, kind }: ReceivedWebhook) =>
    queryOne<Known>(
      db,
      `select s.*, case when e.hash is null then 'none' when e.processed_at is null then 'waiting' else 'processed' end as event
       from (select $1::text as hash) w left join payin_checkout.webhook_events e on e.hash = w.hash
         left join payin_checkout.sessions s on lower(s.service_id) = lower($2) and s.kind = $3`,
      [hash, serviceId, kind],
    )

  /**
   * The same bytes again are mostly a repeated delivery. But a payment can return to an earlier status (COMPLETED, DISPUTED,
   * COMPLETED), and the body of the second COMPLETED equals the first. So when the session has another status, the payment is
   * fetched again, at most once in two seconds.
   */
  const isNews = async (row: SessionRow, status: string | null): Promise<boolean> =>
    compareStatus(row, status, true, parts.config.completeOn) === 'fetch' &&
    (await takeFetchSlot(db, row.id, now(), minFetchIntervalMs)) !== undefined

  interface Look {
    readonly event: EventRow
    readonly row: SessionRow | undefined
  }

  /**
   * @param isKept whether this very request has stored it meanwhile, and left its decision to this
   * @returns `null` when there is nothing new in it: it was processed, or it waits
   */
  async function look(webhook: ReceivedWebhook, isKept = () => false): Promise<Look | null> {
    const { event, ...read } = await readKnown(webhook)
    const stored = event === 'waiting' && isKept() ? 'none' : event
    const row = read.id === null ? undefined : (read as SessionRow)
    const isNew =
      stored === 'none' ||
      (stored === 'processed' && row !== undefined && (await isNews(row, webhook.status)))
    const session = row?.id ?? (isNew ? await sessionOf(webhook) : null)
    logReceived(webhook, session, stored === 'none' ? 1 : 0)
    const result = stored === 'none' ? null : 'repeated'
    return isNew ? { event: { ...eventOf(webhook, session), result }, row } : null
  }

  /** What the request and the decision of a webhook know of each other. */
  interface Shared {
    /** The event that is processed, as soon as there is one. */
    news?: EventRow
    /** Whether the request has stored it, because the decision took too long. */
    isKept: boolean
  }

  async function decide(webhook: ReceivedWebhook, shared: Shared): Promise<Received> {
    const found = await look(webhook, () => shared.isKept)
    if (found === null) return 'known already'
    shared.news = found.event
    await events.processNow(found.event, found.row)
    return 'stored'
  }

  /** @returns `null` when the decision takes too long. It goes on, and the webhook is to be stored meanwhile */
  async function decideSoon(webhook: ReceivedWebhook, shared: Shared): Promise<Received | null> {
    let isLate = false
    const decided = new Promise<Received>((resolve, reject) => {
      background.run(
        () =>
          decide(webhook, shared).then(resolve, (error) => {
            // Nobody waits for it any more, so the background logs it.
            if (isLate) throw error
            reject(error)
          }),
        events.sequenceOf(eventOf(webhook, null)),
      )
    })
    isLate = !(await endsWithin(clock, decideWithinMs, decided))
    return isLate ? null : decided
  }

  const processLater = (event: EventRow) =>
    background.run(() => events.processNow(event), events.sequenceOf(event))

  /** Other processes leave it alone for as long as this one works on it. */
  function keep(event: EventRow): Promise<unknown> {
    const at = now()
    return events.keep({ ...event, next_try_at: new Date(at), leased_until: new Date(at + leaseMs) })
  }

  async function receiveSigned(webhook: ReceivedWebhook): Promise<Received> {
    if (background.isBusy) return storeFirst(webhook)
    const shared: Shared = { isKept: false }
    const decided = await decideSoon(webhook, shared)
    if (decided !== null) return decided
    await gate.run(webhook.kind, async () => {
      const event = shared.news ?? eventOf(webhook, await sessionOf(webhook))
      shared.isKept = true
      await keep(event)
    })
    return 'stored'
  }

  /** When many webhooks wait, each is stored and answered before its turn comes. */
  async function storeFirst(webhook: ReceivedWebhook): Promise<Received> {
    const found = await gate.run(webhook.kind, async () => {
      const news = await look(webhook)
      if (news !== null) await keep(news.event)
      return news
    })
    if (found === null) return 'known already'
    processLater(found.event)
    return 'stored'
  }

  /** Called before the webhook is stored: once it is stored, the payment can complete at any moment. */
  async function raiseMismatch({ money, serviceId }: ReceivedWebhook, session: string): Promise<void> {
    if (!money) return
    const row = await readRow(db, session)
    if (findWebhookMismatch(row, serviceId, money) === null) return
    const at = new Date(now())
    const raised = await parts.onOrder(row, async ({ tx, order }) => {
      const known = order.sessions.find(({ id }) => id === session)
      const mismatch = known ? findWebhookMismatch(known, serviceId, money) : null
      if (mismatch === null) return null
      await writeDoubt(tx, session, mismatch, at)
      return raise(tx, 'amount_differs', { session }, mismatch, at)
    })
    if (raised) logAlert(log, raised)
  }

  async function receiveUnsigned(webhook: ReceivedWebhook, session: string): Promise<Received> {
    const event = await gate.run(webhook.kind, async () => {
      await raiseMismatch(webhook, session)
      return storeUnsigned(db, webhook, session, now())
    })
    logReceived(webhook, session, event ? 1 : 0)
    if (!event) return 'known already'
    processLater(event)
    return 'stored'
  }

  /**
   * Takes a webhook. A repeated one is processed only once.
   * @throws when the database can neither store nor answer: the service repeats the webhook
   */
  return function receive(webhook: ReceivedWebhook): Promise<Received> {
    webhookHealth.areArriving = true
    const isUnsigned = webhook.session !== null && !kindOf(webhook.kind).webhooks.isSigned
    return isUnsigned ? receiveUnsigned(webhook, webhook.session) : receiveSigned(webhook)
  }
}
