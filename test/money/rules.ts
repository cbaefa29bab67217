// The rules that hold in every story. Each violation has a label, so that a survey can count them.
import type { Kind } from 'payin-checkout/server'
import { isSessionOf, readCleanedTooEarly, readHolders } from './database-state.ts'
import {
  isEndStatus,
  isPayable,
  isPromisedAt,
  isPromisedSince,
  latest,
  momentAt,
  type ServiceObject,
} from './service-object.ts'
import type { Answer, World } from './world.ts'

/** No document names an end of a bank transfer that nobody authorized, so the shop stops waiting after a week. */
const waitsForTransferMs = 7 * 24 * 3_600_000

/** The state when a request begins. */
export interface Before {
  readonly seq: number
  readonly at: number
  /** How far reads of the service are behind. */
  readonly lagMs: number
  readonly holders: Awaited<ReturnType<typeof readHolders>>
  readonly order: string
  readonly isPayout: boolean
}

/** A hosted page that the shopper or recipient got, with the token in its address. */
export interface Page {
  readonly token: string
  readonly order: string
  readonly isPayout: boolean
}

export function createRules(world: World) {
  const { service, violations, database } = world
  const pages = new Map<string, Page>()
  /** The outcome that each session was shown with, and when its money came, by its public id. */
  const shown = new Map<string, { outcome: string; paidAt: unknown; seq: number }>()

  const report = (label: string, text: string) => {
    world.trace('WRONG', label, text)
    if (!violations.has(label)) violations.set(label, text)
  }

  const isGivenUp = ({ kind, createdAt }: ServiceObject) =>
    kind === 'bank_transfer' && createdAt + waitsForTransferMs <= world.timeline.now()

  const objectOfSession = (publicId: string) =>
    service.objects.find(({ intent }) =>
      Object.values(intent).some((value) => String(value).endsWith(publicId)),
    )

  /** The sessions that held the order, without those that have failed since: the server may have fetched that. */
  function heldByOthers({ holders }: Before, publicId: string): Before['holders'] {
    return holders.filter((holder) => {
      const object = service.objects.find(({ id }) => id === holder.serviceId)
      if (isSessionOf(holder, publicId)) return false
      if (!object) return true
      // A lagging read may have ended it meanwhile, by an end that was never read before.
      if (service.lagMs > 0 && !object.latePromiseWasRead && object.history.some(isEndStatus)) return false
      return isPromisedAt(object, Number.POSITIVE_INFINITY)
    })
  }

  /** Whether a fetch now would show that the payment is authorized. */
  function canBeAsked(object: ServiceObject, before: Before): boolean {
    if (object.ofLostRow) return false
    const lagging = momentAt(object, before.at - Math.max(before.lagMs, service.lagMs))
    const seen = { ...object, history: object.history.slice(0, object.history.indexOf(lagging) + 1) }
    if (!isPromisedAt(seen, Number.POSITIVE_INFINITY)) return false
    return object.kind !== 'on_ramp' || before.holders.some(({ serviceId }) => serviceId === object.id)
  }

  /** Checks whether the hosted page in an answer may be given out now. */
  function checkAddress(before: Before, fetches: boolean, publicId: string, token: string): void {
    const own = service.byToken(token) ?? objectOfSession(publicId)
    const others = heldByOthers(before, publicId).filter(({ serviceId }) => serviceId !== own?.id)
    if (others.length > 0)
      report(
        'address after a known promise',
        `${before.order}: another session of it is promised or complete`,
      )
    if (!fetches) return
    const kind: Kind = before.isPayout ? 'payout' : 'payin'
    for (const object of service.ofOrder(before.order, kind)) {
      if (object === own || object.foreign) continue
      const stays = isPromisedAt(object, before.seq) && isPromisedAt(object, Number.POSITIVE_INFINITY)
      if (stays && canBeAsked(object, before))
        report(
          'address although an earlier payment is promised',
          `${before.order}: ${object.kind} ${latest(object).status} was not asked about`,
        )
    }
  }

  function checkOutcome(before: Before, publicId: string, body: Answer['body']): void {
    const outcome = String(body.outcome)
    const known = shown.get(publicId)
    const reached = known?.outcome
    if (reached === 'complete' && outcome !== 'complete')
      report('complete is taken back', `${before.order} was shown complete, then ${outcome}`)
    if (reached === 'authorized' && outcome === 'open')
      report('a promise is taken back', `${before.order} was shown authorized, then open`)
    const object = objectOfSession(publicId)
    const isEnded = outcome === 'failed' || outcome === 'expired'
    // The server cannot know that an end is old if it was never read before.
    const wasKnown = object?.latePromiseWasRead && known?.outcome === 'authorized'
    if (wasKnown && isEnded && isPromisedSince(object, known.seq))
      report('a promise is ended by an old read', `${before.order} was shown authorized, then ${outcome}`)
    const hasMoney = outcome === 'authorized' || outcome === 'complete'
    if (hasMoney !== (typeof body.paid_at === 'string'))
      report('money without its time', `${before.order} is ${outcome}, and its money came at ${body.paid_at}`)
    const isSameMoney = reached === 'complete' || (wasKnown && isPromisedSince(object, known.seq))
    if (hasMoney && isSameMoney && body.paid_at !== known?.paidAt)
      report('the time of money moves', `${before.order} was paid at ${known?.paidAt}, then ${body.paid_at}`)
    shown.set(publicId, { outcome, paidAt: body.paid_at, seq: before.seq })
    const paid = heldByOthers(before, publicId)
    const showsPaid =
      outcome === 'complete' ||
      outcome === 'authorized' ||
      /authorized|complete/.test(`${body.order_outcome}`)
    if (paid.length > 0 && !showsPaid)
      report(
        'a paid order is shown unpaid',
        `${before.order} is held by another session, and this one says ${outcome}`,
      )
  }

  return {
    report,
    pages,
    async before(order: string, isPayout = false): Promise<Before> {
      const holders = await readHolders(database.db, order, isPayout)
      return { seq: service.seq, at: world.timeline.now(), lagMs: service.lagMs, holders, order, isPayout }
    },
    /** Checks a session in an answer. @param fetches whether the request makes the server fetch payments; a read does not */
    checkAnswer(before: Before, { status, body }: Answer, fetches: boolean): void {
      if (status >= 400 || typeof body.id !== 'string') return
      checkOutcome(before, body.id, body)
      const token = typeof body.redirect_url === 'string' ? body.redirect_url.split('/').at(-1) : undefined
      if (!token) return
      checkAddress(before, fetches, body.id, token)
      if (before.isPayout && !fetches) report('a read gives out a payout’s address', before.order)
      pages.set(token, { token, order: before.order, isPayout: before.isPayout })
    },
    /** Checks after each step how many payments of an order can be paid. */
    checkPayable(): void {
      for (const order of world.orders) {
        const payable = service
          .ofOrder(order, 'payin')
          .filter(
            (object) =>
              isPayable(object) &&
              !object.revived &&
              !object.ofLostRow &&
              latest(object).status !== 'INTENT' &&
              !isGivenUp(object),
          )
        if (payable.length > 2) report('more than two payable payments', `${order} has ${payable.length}`)
      }
    },
    /** Checks that only sessions that are over were cleaned. */
    async checkCleaned(): Promise<void> {
      for (const { order_id, status } of await readCleanedTooEarly(database.db))
        report('cleaned too early', `${order_id}, ${status}`)
    },
    /** Forgets what was shown: a restored database does not know it either. */
    forget(): void {
      shown.clear()
    },
  }
}
