// The single actions of a story. Each is done by shoppers, the service, or the merchant's back office and sweep.
import { createHash } from 'node:crypto'
import { spellingOf } from '../support/any-spelling.ts'
import { type Backup, backUp, restore } from '../support/table-backup.ts'
import { isUncleaned } from './database-state.ts'
import { createRules } from './rules.ts'
import type { CallFault, OnRampPayment } from './service-model.ts'
import { isPayable, isPromiseStatus, latest, type ServiceObject } from './service-object.ts'
import type { SentWebhook } from './service-webhooks.ts'
import { type Instance, price, type World } from './world.ts'

export type Action =
  /**
   * A shopper presses "pay" in a tab. `again`: repeats the tab's last request, with the same key. `spelling`: how the page
   * writes the order's id.
   */
  | {
      readonly do: 'press'
      readonly tab: number
      readonly order: number
      readonly spelling: number
      readonly choice: number
      readonly again: boolean
    }
  | { readonly do: 'link' | 'read' | 'come_back'; readonly tab: number }
  /** On a hosted page whose address somebody got. */
  | { readonly do: 'pay' | 'open' | 'decline'; readonly which: number; readonly how: OnRampPayment }
  /** The service changes an object's status by itself. */
  | {
      readonly do:
        | 'settle'
        | 'break'
        | 'expire'
        | 'revive'
        | 'revive_paid'
        | 'dispute'
        | 'odd_status'
        | 'forget'
      readonly which: number
    }
  | { readonly do: 'webhook'; readonly which: number }
  | { readonly do: 'sweep' }
  | { readonly do: 'payout'; readonly again: boolean }
  | { readonly do: 'claim' }
  | { readonly do: 'backup' | 'restore'; readonly restart: boolean }
  /** More time passes than KEEP_FOR, so everything that is over is cleaned. */
  | { readonly do: 'age' }
  | { readonly do: 'new_price'; readonly order: number; readonly price: string }
  | { readonly do: 'lag'; readonly ms: number }
  | { readonly do: 'call_faults'; readonly calls: readonly CallFault[] }

export const choices = [
  { kind: 'payin', payment: undefined },
  { kind: 'payin', payment: { method: 'card' } },
  { kind: 'payin', payment: { method: 'crypto_transfer' } },
  { kind: 'payin', payment: { method: 'bank_account' } },
  { kind: 'bank_transfer', payment: undefined },
  { kind: 'on_ramp', payment: undefined },
] as const

interface Tab {
  order: string
  key: string
  body: object
  id: string | null
  etag?: string
}

const payoutReference = 'refund-1'
/** Any index picks an item, unless the list is empty. */
const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)]

export function createActions(world: World) {
  const { service, database, orders } = world
  const rules = createRules(world)
  const tabs = new Map<number, Tab>()
  let presses = 0
  let payouts = 0
  let claimCode = ''
  let claimId: string | null = null
  let backup: Backup | null = null
  let backedUpSeq = 0

  const keyOf = (text: string) => {
    const hex = createHash('sha256').update(text).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  async function press(act: Extract<Action, { do: 'press' }>, instance: Instance): Promise<number> {
    const order = orders[act.order % orders.length] ?? ''
    const last = tabs.get(act.tab)
    const repeats = act.again && last?.order === order
    const asked = { order: spellingOf(order, act.spelling), ...choices[act.choice % choices.length] }
    const body = repeats ? last.body : asked
    const key = repeats ? last.key : keyOf(`press ${presses++}`)
    const tab: Tab = repeats ? last : { order, key, body, id: null }
    tabs.set(act.tab, tab)
    const faultsMet = service.faultsMet
    const before = await rules.before(order)
    const answer = await world.post(instance, '/checkout/sessions', body, { 'idempotency-key': key })
    world.trace('tab', act.tab, answer.status, answer.body)
    const { outcome, order_outcome, redirect_url } = answer.body
    world.answers.push([order, answer.status, outcome, order_outcome, redirect_url != null].join(' '))
    rules.checkAnswer(before, answer, true)
    // 409: paid or authorized. 422 and 429: two payments are open. 503: the service could not be reached.
    const hadNoFaults = service.faultsMet === faultsMet
    const expected = hadNoFaults ? [201, 409, 422, 429] : [201, 409, 422, 429, 503]
    if (!expected.includes(answer.status))
      rules.report(`a press is answered ${answer.status}`, `${order}: ${JSON.stringify(answer.body)}`)
    if (answer.status === 201) tab.id = String(answer.body.id)
    return answer.status
  }

  async function link(index: number, instance: Instance): Promise<void> {
    const tab = tabs.get(index)
    if (!tab?.id) return
    const before = await rules.before(tab.order)
    rules.checkAnswer(before, await world.post(instance, `/checkout/sessions/${tab.id}/link`, {}), true)
  }

  async function read(index: number, instance: Instance): Promise<void> {
    const tab = tabs.get(index)
    if (!tab?.id) return
    const before = await rules.before(tab.order)
    const isKept = await isUncleaned(database.db, tab.id)
    const answer = await world.ask(instance, `/checkout/sessions/${tab.id}`, {})
    rules.checkAnswer(before, answer, false)
    if (answer.status === 404 && isKept) rules.report('a session that is not over is gone', tab.order)
  }

  async function comeBack(index: number, { app, merchant }: Instance): Promise<void> {
    const tab = tabs.get(index)
    if (!tab?.id) return
    await app.request(`/checkout/return?session=${tab.id}`)
    await merchant.background.idle()
  }

  async function createPayout(again: boolean, instance: Instance): Promise<void> {
    if (!again) payouts++
    const headers = { ...world.backoffice, 'idempotency-key': keyOf(`payout ${payouts}`) }
    const before = await rules.before(payoutReference, true)
    const body = { reference: payoutReference, amount: price }
    const answer = await world.post(instance, '/backoffice/payouts', body, headers)
    rules.checkAnswer(before, answer, false)
    if (answer.status !== 201) return
    claimId = String(answer.body.id)
    claimCode = String(answer.body.claim_code ?? '')
  }

  async function claim(instance: Instance): Promise<void> {
    if (claimId === null) return
    const path = `/checkout/sessions/${claimId}`
    const before = await rules.before(payoutReference, true)
    rules.checkAnswer(before, await world.ask(instance, path, {}), false)
    rules.checkAnswer(before, await world.post(instance, `${path}/link`, { code: claimCode }), true)
  }

  async function deliver(webhook: SentWebhook | undefined, instance: Instance): Promise<void> {
    if (!webhook) return
    const { path, headers, body } = webhook
    const answer = await world.ask(instance, path, { method: 'POST', headers, body })
    if (answer.status < 300) Object.assign(webhook, { isDelivered: true, isForgotten: false })
    await instance.merchant.background.idle()
  }

  function actOnPage({ do: what, which, how }: Extract<Action, { do: 'pay' | 'open' | 'decline' }>): void {
    service.expireDue()
    const page = pick([...rules.pages.values()], which)
    const onRamp = page && service.onRampLink(page.token)
    if (onRamp && what === 'pay') service.payOnRamp(onRamp, how)
    const object = page && service.byToken(page.token)
    if (!object || !isPayable(object)) return
    const { kind } = object
    const [opened, paid, declined] =
      kind === 'bank_transfer'
        ? ['STARTED', 'AUTHORIZED', 'FAILED_INTENT']
        : ['INITIATED', kind === 'payout' ? 'PROCESSING' : 'AUTHORIZED', 'FAILED']
    if (what === 'pay') service.move(object, paid)
    else if (what === 'decline') service.move(object, declined)
    else if (latest(object).status !== opened) service.move(object, opened)
  }

  /** Changes a status by the service itself, of an object whose status allows it. */
  function changeStatus({
    do: what,
    which,
  }: Extract<Action, { do: 'settle' | 'dispute' }> | { do: string; which: number }): void {
    service.expireDue()
    const can = (statuses: readonly string[]) =>
      pick(
        service.objects.filter((object) => !object.forgotten && statuses.includes(latest(object).status)),
        which,
      )
    const to = (object: ServiceObject | undefined, status: (kind: ServiceObject['kind']) => string) => {
      if (object && object.kind !== 'bank_transfer') service.move(object, status(object.kind))
    }
    if (what === 'settle') to(can(['AUTHORIZED', 'SETTLED', 'PROCESSING', 'DISPUTED']), () => 'COMPLETED')
    if (what === 'break')
      to(can(['AUTHORIZED', 'PROCESSING']), (kind) => (kind === 'on_ramp' ? 'PROCESSING' : 'FAILED'))
    if (what === 'expire') to(can(['CREATED', 'INITIATED']), () => 'EXPIRED')
    if (what === 'dispute') to(can(['COMPLETED']), (kind) => (kind === 'payin' ? 'DISPUTED' : 'COMPLETED'))
    if (what === 'odd_status')
      to(can(['INITIATED', 'AUTHORIZED', 'PROCESSING']), (kind) =>
        kind === 'on_ramp' ? 'PROCESSING' : 'ON_HOLD',
      )
    if (what === 'forget') {
      const unpaid = can(['CREATED', 'INITIATED', 'EXPIRED'])
      const wasPromised = unpaid?.history.some((moment) => isPromiseStatus(unpaid.kind, moment))
      if (unpaid?.kind === 'payin' && !wasPromised) service.forget(unpaid)
    }
    const ended = what.startsWith('revive') ? can(['FAILED', 'EXPIRED']) : undefined
    if (!ended) return
    ended.revived = true
    to(ended, (kind) => (what === 'revive' ? 'INITIATED' : kind === 'payout' ? 'PROCESSING' : 'AUTHORIZED'))
  }

  async function restoreBackup(withRestart: boolean): Promise<void> {
    if (!backup) return
    // A running server writes its heartbeat every 15 seconds, and restoring a database takes longer than that.
    await world.heartbeat(16_000)
    await restore(database.db, backup)
    if (withRestart) await world.timeline.advance(120_000)
    // Lost payins and payouts are found in the service's list. The legacy interface has no list.
    for (const object of service.objects)
      if (
        (object.history[0]?.seq ?? 0) > backedUpSeq &&
        (object.kind === 'bank_transfer' || object.kind === 'on_ramp')
      )
        object.ofLostRow = true
    service.loseRowsSince(backedUpSeq)
    // What the server had read is lost with the rows, so it cannot know which status came before an unknown one.
    const nothingRead = { promiseWasRead: false, endWasRead: false, latePromiseWasRead: false }
    for (const object of service.objects) Object.assign(object, nothingRead)
    rules.forget()
    if (withRestart) await world.restart()
  }

  return {
    rules,
    press,
    deliver,
    tabs,
    perform(act: Action, instance: Instance): Promise<unknown> | undefined {
      world.trace(
        act,
        service.objects.map((object) => `${object.kind} ${object.reference} ${latest(object).status}`),
      )
      switch (act.do) {
        case 'press':
          return press(act, instance)
        case 'link':
          return link(act.tab, instance)
        case 'read':
          return read(act.tab, instance)
        case 'come_back':
          return comeBack(act.tab, instance)
        case 'pay':
        case 'open':
        case 'decline':
          actOnPage(act)
          return
        case 'webhook':
          return deliver(pick(service.webhooks, act.which), instance)
        case 'sweep':
          return instance.merchant.sweep.runOnce()
        case 'payout':
          return createPayout(act.again, instance)
        case 'claim':
          return claim(instance)
        case 'new_price':
          return database.db.query(
            `update orders set amount_value = $2 where id = $1 and status = 'unpaid'`,
            [orders[act.order % orders.length], act.price],
          )
        case 'lag':
          service.lagMs = act.ms
          return
        case 'call_faults':
          service.expect(...act.calls)
          return
        case 'backup':
        case 'restore':
        case 'age':
          return
        default:
          changeStatus(act)
          return
      }
    },
    /** Actions that run alone, because nothing else can happen while the database is restored or aged. */
    async alone(act: Action): Promise<void> {
      if (act.do === 'restore') await restoreBackup(act.restart)
      if (act.do === 'age') {
        await world.age()
        await rules.checkCleaned()
      }
      if (act.do !== 'backup') return
      backup = await backUp(database.db)
      backedUpSeq = service.seq
    },
    readPayout: (instance: Instance) =>
      world.ask(instance, `/backoffice/payouts/${payoutReference}`, { headers: world.backoffice }),
    reread: (instance: Instance) => Promise.all([...tabs.keys()].map((tab) => read(tab, instance))),
  }
}
