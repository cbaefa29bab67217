// The world of one history: the tables, the shop, the service, and what was given to shoppers. All of it is plain memory, and
// nothing in it waits.
import type { AlertKind } from '../../src/merchant/alerts.ts'
import type { ClaimRow } from '../../src/merchant/order/case.ts'
import { type Gap, gapOf, type Installation, type Remembered } from '../../src/merchant/order/rules/loss.ts'
import type { Settlement } from '../../src/merchant/order/rules/settled.ts'
import type { Entry } from '../../src/merchant/orders.ts'
import type { SessionRow } from '../../src/merchant/session/session-row.ts'
import type { Rules } from './rules.ts'
import { type OnRampLink, type Payment, Service } from './service.ts'

export const startedAt = Date.UTC(2026, 10, 20)
export const orderIds = ['A', 'B'] as const
export const payoutId = 'R'

export interface ShopOrder {
  readonly entry: Entry
  readonly isWithdrawn: boolean
  /** Whose order it is. After a restored backup the number may be another customer's. */
  readonly customer: number
}

export interface SimulatedAlert {
  readonly kind: AlertKind
  readonly session: string | null
  /** The order, when there is no session. */
  readonly subject: string | null
  readonly detail: string
  readonly settled: Settlement | null
}

/** What a backup holds. Rows are never changed, only replaced. */
export interface Tables {
  readonly rows: Map<string, SessionRow>
  readonly claims: Map<string, ClaimRow>
  /** The random part of each session's request. A row that was made again after a loss has another one. */
  readonly nonces: Map<string, string>
  readonly alerts: SimulatedAlert[]
  /** The events to fulfil: the order of each paid session. */
  readonly outbox: Map<string, { readonly order: string; readonly isAccepted: boolean }>
  readonly shop: Map<string, ShopOrder>
  readonly installation: Installation
}

export const copyOf = ({ rows, claims, nonces, alerts, outbox, shop, installation }: Tables): Tables => ({
  rows: new Map(rows),
  claims: new Map(claims),
  nonces: new Map(nonces),
  alerts: [...alerts],
  outbox: new Map(outbox),
  shop: new Map(shop),
  installation,
})

/** A hosted page whose address somebody got. */
export interface Page {
  readonly url: string
  readonly order: string
  readonly session: string
  readonly at: OnRampLink | Payment
}

/** A request, a webhook or a check: a chain of atomic steps. Between two of them others may run, or it may die. */
export interface Process {
  readonly name: string
  readonly steps: Generator<void, void, void>
  readonly onDone?: () => void
  readonly startedSeq: number
  readonly startedAt: number
  /** The turn in which it has loaded its order's case. */
  caseTurn: number
}

export class World {
  readonly service = new Service()
  readonly rules: Rules
  now = startedAt
  tables: Tables = {
    ...{ rows: new Map(), claims: new Map(), nonces: new Map() },
    ...{ alerts: [], outbox: new Map(), shop: new Map() },
    installation: {
      ...{ beat: '1', beat_at: new Date(startedAt), rows_kept_until: null, rows_lost_before: null },
      ...{ lineage: null, lineageNow: null, isSetBack: false, isOwnRowThere: true },
    },
  }
  /** What the server remembers of its database. */
  remembered: Remembered = { beat: 1n, suspectedAt: null, isCertain: false }
  /** Under which id each customer's order was shipped. A parcel does not come back when a database is set back. */
  readonly shipped = new Map<string, string>()
  /** What happens to the next calls to the service. */
  readonly faults: CallFault[] = []
  readonly pages: Page[] = []
  /** The payments of which a person was told. */
  readonly alerted = new Set<string>()
  /** Pages that the server cannot know: their rows were lost, and the service has no list of them. */
  readonly excused = new Set<string>()
  /** The bank transfers on these pages: their webhooks name no id, so they may be taken for those of another attempt. */
  readonly lost = new Set<string>()
  /** The process that runs now. */
  running: Process | null = null
  /** Counts what happens from outside, so that a step can tell whether it follows the one before directly. */
  turn = 0
  made = 0
  readonly trace: string[] | undefined

  constructor(rules: Rules, trace?: string[]) {
    this.rules = rules
    this.trace = trace
  }

  /** Adds a line to the history that a person reads. */
  say(line: () => string): void {
    this.trace?.push(line())
  }

  /** Compares the database with what the server remembers, as one-payment/lost-row-detector.ts does. */
  gap(): Gap | null {
    const { installation: stored } = this.tables
    const seen = { ...stored, isSetBack: BigInt(stored.beat) < this.remembered.beat }
    this.remembered = this.rules.judgeLoss(this.remembered, seen, this.now)
    const { suspectedAt } = this.remembered
    if (suspectedAt === null) return gapOf(seen)
    const installation = {
      ...seen,
      rows_lost_before: new Date(Math.max(suspectedAt, seen.rows_lost_before?.getTime() ?? 0)),
      rows_kept_until: seen.rows_kept_until ?? seen.beat_at,
    }
    this.tables = { ...this.tables, installation }
    return gapOf(installation)
  }

  /** The server finds a payment of its own without a row. */
  reportLoss(): void {
    if (this.gap() !== null) return
    this.remembered = this.rules.suspectLoss(this.remembered, this.now, true)
    this.gap()
  }

  /** Everything that the service lists was read. */
  closeGap({ lostBefore }: Gap): void {
    const { installation } = this.tables
    if (installation.rows_lost_before?.getTime() !== lostBefore.getTime()) return
    this.tables = { ...this.tables, installation: { ...installation, rows_kept_until: null } }
  }

  /** A running server writes this four times a minute. */
  writeHeartbeat(): void {
    this.gap()
    const beat = BigInt(this.tables.installation.beat) + 1n
    const installation = { ...this.tables.installation, beat: String(beat), beat_at: new Date(this.now) }
    this.tables = { ...this.tables, installation }
    this.remembered = { ...this.remembered, beat }
  }

  /** The order as the shop has it now, for the library. */
  entryOf(order: string): Entry | null {
    const all = this.tables.shop.get(order)
    return all && !all.isWithdrawn ? all.entry : null
  }

  row(id: string): SessionRow {
    const row = this.tables.rows.get(id)
    if (!row) throw requestEnds
    return row
  }

  write(row: SessionRow): SessionRow {
    this.tables.rows.set(row.id, row)
    return row
  }

  /** The payment with this id at the service. */
  payment(id: string | null): Payment | undefined {
    return id === null ? undefined : this.service.payments.find((each) => each.id === id)
  }
}

/** What happens to one call: it is cut before or after the service has processed it, or the service refuses it. */
export type CallFault = 'request' | 'answer' | 'refused'

/** Ends a request: it was answered, with an address or without one. */
export const requestEnds = new Error('the request ends')
/** The service was not reached, or its answer was lost. */
export const noAnswer = new Error('no answer of the service')
/** The service refuses the request itself. */
export const refusedThere = new Error('the service refuses')
/** The service has no such payment. */
export const notFound = new Error('not found')

/** Calls the service, with the next fault. */
export function call<T>(world: World, answer: () => T): T {
  const fault = world.faults.shift()
  if (fault === 'request') throw noAnswer
  if (fault === 'refused') throw refusedThere
  const result = answer()
  if (fault === 'answer') throw noAnswer
  return result
}

/** Everything that ends a request without being a fault of the server. */
export const endings: ReadonlySet<unknown> = new Set([requestEnds, noAnswer, refusedThere, notFound])
