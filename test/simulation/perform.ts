// Performs the actions of a history in a world.
import { kindOf, listedKindFor } from '../../src/merchant/kinds/kinds.ts'
import type { Kind } from '../../src/server/index.ts'
import type { Action } from './actions.ts'
import { processWebhook, settle, sweep } from './driver/background.ts'
import { claimPayout, press, renewLink } from './driver/create.ts'
import type { Request } from './driver/give.ts'
import { recover } from './driver/recover.ts'
import { Broken } from './invariants.ts'
import { isEnd, isPayable, isPromised, latest, type Payment, type Webhook } from './service.ts'
import { changeOrder, placeOrder } from './shop.ts'
import { copyOf, endings, orderIds, type Process, payoutId, type Tables, type World } from './world.ts'

const choices: readonly (readonly [Kind, string | null])[] = [
  ['payin', null],
  ['payin', 'card'],
  ['payin', 'wallet'],
  ['bank_transfer', null],
  ['on_ramp', null],
  ['on_ramp', null],
]
/** A request does not live longer than this. */
const requestLifeMs = 20_000
/** The service knows that we got it. An unsigned one is sent again: it is the only way to learn of its money. */
const isOver = ({ isReceived, payment }: Webhook): boolean =>
  isReceived && kindOf(payment.kind).webhooks.isSigned
const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)]

interface Backup {
  readonly tables: Tables
  readonly pages: number
}

export class Performer {
  readonly #world: World
  readonly #paused: Process[] = []
  readonly #tabs = new Map<number, Omit<Request, 'onSession'>>()
  /** Sessions whose ids somebody has. */
  readonly #sessions: string[] = []
  readonly #payouts: string[] = []
  #backup: Backup
  #customers = 0

  constructor(world: World) {
    this.#world = world
    this.#backup = { tables: copyOf(world.tables), pages: 0 }
    for (const order of orderIds) placeOrder(world, order, 0)
  }

  perform(action: Action): void {
    const world = this.#world
    world.turn++
    world.now += 10
    world.service.expireDue(world.now)
    world.say(() => JSON.stringify(action))
    switch (action.do) {
      case 'press':
        return this.#press(action)
      case 'pay_out':
        return this.#payOut(action)
      case 'link':
        return this.#onSession(action.which, this.#sessions, renewLink, action.pause)
      case 'claim':
        return this.#onSession(action.which, this.#payouts, claimPayout, action.pause)
      case 'sweep': {
        const row = pick([...world.tables.rows.values()], action.which)
        return row && this.#start('sweep', sweep(world, row), action.pause)
      }
      case 'webhook': {
        const webhook = pick(world.service.webhooks.slice(-4), action.which)
        return webhook && this.#receive(webhook, action.pause)
      }
      case 'settle': {
        const alert = pick(
          world.tables.alerts.filter(({ settled }) => settled === null),
          action.which,
        )
        return alert && this.#start('settle', settle(world, alert, action.as), null)
      }
      case 'pay_both':
        return this.#payBoth()
      case 'deliver':
        return this.#deliver()
      case 'go':
      case 'die':
        return this.#go(action.which, action.do === 'die' ? 0 : action.pause)
      case 'pay':
      case 'open_page':
      case 'decline':
        return this.#onPage(action)
      case 'lag':
        return this.#lag(action.ms)
      case 'fault':
        world.faults.push(action.fault)
        return
      case 'backup':
        this.#backup = { tables: copyOf(world.tables), pages: world.pages.length }
        return
      case 'restore':
        return this.#restore(action.isReassigned, action.restarts)
      case 'recover':
        return this.#start('recover', recover(world), action.pause)
      case 'wait':
        return this.#wait(action.ms)
      case 'new_price':
      case 'old_price':
      case 'new_currency':
      case 'till':
      case 'withdraw':
      case 'put_back':
        return changeOrder(world, orderIds[action.order] ?? 'A', action.do)
      case 'reassign':
        return placeOrder(world, orderIds[action.order] ?? 'A', ++this.#customers)
      default:
        return this.#atService(action.do, action.which)
    }
  }

  /** The end of a history: nothing runs any more, every webhook arrives, and every session is read. */
  finish(): void {
    const world = this.#world
    this.#paused.splice(0)
    world.faults.splice(0)
    world.service.lagMs = 0
    // A heartbeat notices a loss, and a minute later the service's lists contain everything from before it.
    this.#wait(15_000)
    this.#wait(61_000)
    world.turn++
    this.#start('recover', recover(world), null)
    for (const webhook of [...world.service.webhooks])
      if (isPromised(latest(webhook.payment)) && !isOver(webhook)) this.#receive(webhook, null)
    this.#wait(61_000)
    world.turn++
    this.#start('recover', recover(world), null)
    for (const row of [...world.tables.rows.values()]) {
      const payment = world.payment(row.service_id)
      if (payment && latest(payment).status !== row.status) this.#start('sweep', sweep(world, row), null)
    }
  }

  #receive(webhook: Webhook, pause: number | null): void {
    const onDone = () => {
      webhook.isReceived = true
    }
    this.#start('webhook', processWebhook(this.#world, webhook), pause, onDone)
  }

  #press({ tab, order, choice, again, pause }: Extract<Action, { do: 'press' }>): void {
    const last = this.#tabs.get(tab)
    const [kind, method] = choices[choice] ?? ['payin', null]
    const order_id = orderIds[order] ?? 'A'
    const key = `tab ${tab} ${again && last ? this.#pressesOf(last) : ++this.#world.made}`
    // A key may come back with another request: a fault of the page, or a stranger.
    const repeats = again && last && choice !== 5
    const request = repeats ? last : { key, kind, order_id, method }
    this.#tabs.set(tab, request)
    const steps = press(this.#world, { ...request, onSession: (id) => this.#sessions.unshift(id) })
    this.#start('press', steps, pause)
  }

  readonly #pressesOf = ({ key }: Pick<Request, 'key'>): string => key.split(' ')[2] ?? ''

  #payOut({ again, choice, pause }: Extract<Action, { do: 'pay_out' }>): void {
    const world = this.#world
    if (!world.tables.shop.has(payoutId)) placeOrder(world, payoutId, 0)
    const last = this.#tabs.get(-1)
    const method = choice === 0 ? 'card' : null
    const request =
      again && last
        ? last
        : { key: `payout ${++world.made}`, kind: 'payout' as const, order_id: payoutId, method }
    this.#tabs.set(-1, request)
    const steps = press(world, { ...request, onSession: (id) => this.#payouts.unshift(id) })
    this.#start('payout', steps, pause)
  }

  #onSession(
    which: number,
    sessions: readonly string[],
    steps: (world: World, id: string) => Generator<void, void, void>,
    pause: number | null,
  ): void {
    const id = pick([...new Set(sessions)].slice(0, 4), which)
    if (id !== undefined && this.#world.tables.rows.has(id))
      this.#start('link', steps(this.#world, id), pause)
  }

  #start(name: string, steps: Process['steps'], pause: number | null, onDone = () => {}): void {
    const { service, now } = this.#world
    this.#run({ name, steps, onDone, startedSeq: service.seq, startedAt: now, caseTurn: -1 }, pause)
  }

  #go(which: number, pause: number | null): void {
    const process = pick(this.#paused, which)
    if (!process) return
    this.#paused.splice(this.#paused.indexOf(process), 1)
    if (pause !== 0) this.#run(process, pause)
  }

  #run(process: Process, pause: number | null): void {
    const world = this.#world
    world.running = process
    if (world.service.lagMs > 0) world.service.laggedUntil = world.service.seq + 1
    try {
      for (let step = 0; pause === null || step < pause; step++) {
        world.now++
        if (process.steps.next().done) return process.onDone?.()
      }
      this.#paused.push(process)
    } catch (error) {
      if (error instanceof Broken || !endings.has(error)) throw error
      world.say(() => `  ${process.name} ends: ${(error as Error).message}`)
    } finally {
      world.running = null
    }
  }

  #onPage(action: Extract<Action, { do: 'pay' | 'open_page' | 'decline' }>): void {
    const world = this.#world
    const page = pick(world.pages.slice(-4), action.which)
    if (!page) return
    if ('url' in page.at) {
      if (action.do === 'pay') world.service.payLink(page.at, action.mistake, world.now)
      return
    }
    if (!isPayable(page.at)) return
    const isBank = page.at.kind === 'bank_transfer'
    const paid = page.at.kind === 'payout' ? 'PROCESSING' : 'AUTHORIZED'
    const status = {
      pay: paid,
      open_page: isBank ? 'STARTED' : 'INITIATED',
      decline: isBank ? 'FAILED_INTENT' : 'FAILED',
    }
    world.service.move(page.at, world.now, status[action.do])
  }

  #deliver(): void {
    for (const webhook of [...this.#world.service.webhooks])
      if (!webhook.isReceived) this.#receive(webhook, null)
  }

  #payBoth(): void {
    const { pages, service, now } = this.#world
    for (const { at } of pages.slice(-2).reverse()) {
      if ('url' in at) service.payLink(at, null, now)
      const payment = 'url' in at ? at.payment : at
      if (!payment || payment.forgotten || isEnd(latest(payment))) continue
      service.move(payment, now, payment.kind === 'bank_transfer' ? 'AUTHORIZED' : 'COMPLETED')
      this.#deliver()
    }
  }

  #atService(what: string, which: number): void {
    const { service, now } = this.#world
    const can = (fits: (payment: Payment) => boolean) =>
      pick(
        service.payments.filter(
          (payment) => !payment.forgotten && payment.kind !== 'bank_transfer' && fits(payment),
        ),
        which,
      )
    const isOneOf =
      (...statuses: string[]) =>
      (payment: Payment) =>
        statuses.includes(latest(payment).status)
    const move = (payment: Payment | undefined, status: string) =>
      payment && service.move(payment, now, status)
    const wasGiven = ({ id }: Payment) => this.#world.pages.some(({ at }) => 'id' in at && at.id === id)
    if (what === 'complete')
      move(
        can(
          (each) =>
            latest(each).deposit !== 'FAILED' &&
            isOneOf('AUTHORIZED', 'SETTLED', 'PROCESSING', 'DISPUTED')(each),
        ),
        'COMPLETED',
      )
    if (what === 'expire') move(can(isOneOf('CREATED', 'INITIATED')), 'EXPIRED')
    if (what === 'dispute')
      move(
        can(
          (each) =>
            each.kind === 'payin' && isOneOf('COMPLETED', 'AUTHORIZED', 'FAILED')(each) && wasGiven(each),
        ),
        'DISPUTED',
      )
    if (what === 'odd')
      move(
        can((each) => each.kind !== 'on_ramp' && isOneOf('INITIATED', 'AUTHORIZED')(each)),
        'ON_HOLD',
      )
    if (what === 'break') {
      const payment = can(isOneOf('AUTHORIZED', 'PROCESSING'))
      if (payment?.kind === 'on_ramp') service.move(payment, now, 'PROCESSING', 'FAILED')
      else move(payment, 'FAILED')
    }
    if (what === 'forget') {
      const isLost = (each: Payment) => listedKindFor(each.kind) === each.kind && each.kind === 'payin'
      const payment = can((each) => isLost(each) && !each.history.some(isPromised))
      if (payment) service.forget(payment)
    }
    if (!what.startsWith('revive')) return
    const payment = can((each) => isEnd(latest(each)) && each.kind === 'payin' && wasGiven(each))
    if (payment) payment.revived = true
    move(payment, what === 'revive' ? 'INITIATED' : 'AUTHORIZED')
  }

  #lag(ms: number): void {
    const { service } = this.#world
    if (service.lagMs > 0) service.laggedUntil = ++service.seq
    service.lagMs = ms
  }

  #wait(ms: number): void {
    const world = this.#world
    world.now += ms
    if (ms >= 15_000) world.writeHeartbeat()
    if (world.service.lagMs > 0) this.#lag(0)
    const alive = this.#paused.filter(({ startedAt }) => world.now - startedAt <= requestLifeMs)
    this.#paused.splice(0, this.#paused.length, ...alive)
    world.service.expireDue(world.now)
  }

  /** The database is set back to its backup. */
  #restore(isReassigned: boolean, restarts: boolean): void {
    const world = this.#world
    const { tables, pages } = this.#backup
    const lost = [...world.tables.shop].filter(([id]) => !tables.shop.has(id))
    // The legacy interface has no list: these pages cannot be found again.
    for (const { url, at } of world.pages.slice(pages))
      if (at.kind === 'bank_transfer' || at.kind === 'on_ramp') {
        world.excused.add(url)
        if ('id' in at) world.lost.add(at.id)
      }
    // Its connections end, and with them the requests that use them.
    this.#paused.splice(0)
    world.tables = copyOf(tables)
    const { installation } = world.tables
    world.remembered = restarts
      ? world.rules.rememberAtStart(installation, world.now)
      : world.rules.suspectLoss(world.remembered, world.now)
    world.alerted.clear()
    for (const [id, order] of lost) {
      if (id === payoutId) continue
      placeOrder(world, id, isReassigned ? ++this.#customers : order.customer)
    }
  }
}
