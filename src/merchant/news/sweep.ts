// Follows what webhooks forgot: asks about open sessions at growing intervals until they end, continues sendings that
// a crash cut off, and works through webhooks and outbox events that were stored but not finished. Cleans what is over.
import { type Clock, ServiceError, WaitError } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import { endsInSilence } from '../kinds/sql.ts'
import { errorFields, type Log } from '../log.ts'
import type { LostRows } from '../one-payment/lost-rows.ts'
import type { Cleaning } from '../retention/cleaning.ts'
import { isEnded } from '../session/outcomes.ts'
import type { SessionRow } from '../session/session-row.ts'
import { close, isUndelivered } from '../session/undelivered.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import type { Db } from '../store/db.ts'
import type { Inbox } from './inbox.ts'
import { makeAllDue, makeDue } from './make-due.ts'
import type { Outbox } from './outbox.ts'
import type { Refresh } from './refresh.ts'
import { type Hearing, nextCheck } from './schedule.ts'

const roundMs = 2_000
/** Where nothing was left to be cleaned. */
const cleanRoundMs = 60_000
const atOnce = 4
const perRound = 50

export interface SweepParts {
  readonly db: Db
  readonly clock: Clock
  /** Goes on with a sending that was cut off (create/deliver.ts). */
  readonly deliver: (session: string) => Promise<unknown>
  readonly refresh: Refresh
  readonly inbox: Inbox
  readonly outbox: Outbox
  readonly cleaning: Cleaning
  readonly hearing: Hearing
  readonly lostRows: Pick<LostRows, 'beat'>
  readonly log: Log
}

export function createSweep(parts: SweepParts) {
  const { db, clock, log } = parts
  const ended = new AbortController()
  let loop: Promise<unknown> | undefined
  let found = 0
  /** Until when something may have been missed; `null`: everything was asked about since. */
  let missedUntil: number | null = null
  const missed = () => {
    missedUntil = clock.now()
  }
  /** Sessions that somebody held locked when they were to be asked about. */
  let lockedOut: readonly string[] = []

  async function check(row: SessionRow): Promise<void> {
    const kind = kindOf(row.kind)
    const isOver = (session: SessionRow) =>
      kind.givesUpAt !== undefined && kind.givesUpAt(session) <= clock.now()
    // What is sent by link is sent for the shopper who presses, and for nobody else.
    if (isUndelivered(row) && kind.sending === 'keyed') {
      await parts.deliver(row.id)
      return
    }
    // Also before it is given up: the shopper may have paid since the last look.
    const after = await parts.refresh(row.id, 'sweep').catch((error) => {
      const isForgotten = error instanceof ServiceError && error.kind === 'fix_request'
      if (isForgotten && isOver(row)) return row
      throw error
    })
    if (isOver(after)) await giveUp(after)
    if (after.outcome === row.outcome || kind.endsInSilence) return
    // We had to look ourselves: as long as that happens, look more often.
    parts.hearing.webhooks = false
    found++
    const { id: session, kind: what, order_id: order } = row
    log('found_by_sweep', { session, kind: what, order, outcome: after.outcome, count: found })
  }

  async function notChecked(row: SessionRow, error: unknown): Promise<void> {
    log('sweep_failed', { session: row.id, ...errorFields(error) })
    if (isDatabaseUnavailable(error)) missed()
    // Not written down in its row: that may be the one that is locked.
    if (isDatabaseBusy(error)) lockedOut = [...lockedOut, row.id]
    if (!(error instanceof WaitError)) return
    // Sent away because of the number of calls. Nobody was asked, so no interval is used up.
    await db.query(
      `update payin_checkout.sessions set next_check_at = least(next_check_at, $2), checks = greatest(checks - 1, 0)
       where id = $1 and next_check_at is not null`,
      [row.id, new Date(clock.now() + (error.retryAfterMs ?? 5_000))],
    )
  }

  /** Ends the wait, except for money that is promised. */
  async function giveUp(row: SessionRow): Promise<void> {
    if (row.outcome === 'open')
      await close({ db, log, now: clock.now }, row, { status: 'EXPIRED', outcome: 'expired', pointers: null })
    // It had ended, and a hint has led back to it.
    else if (isEnded(row.outcome))
      await db.query(
        'update payin_checkout.sessions set next_check_at = null where id = $1 and outcome = $2',
        [row.id, row.outcome],
      )
  }

  /** @param missedUntil asks about all that was last read before then, due or not */
  async function look(missedUntil: number | null): Promise<void> {
    const now = new Date(clock.now())
    await parts.lostRows.beat()
    lockedOut =
      missedUntil === null
        ? await makeDue(db, now, lockedOut)
        : await makeAllDue(db, now, new Date(missedUntil))
    for (const hash of await parts.inbox.leftOver(missedUntil !== null)) {
      if (ended.signal.aborted) return
      await parts.inbox.workOnLeftOver(hash)
    }
    let due: SessionRow[]
    do {
      due = await takeDue(db, now.getTime(), parts.hearing)
      await inParallel(due, async (row) => {
        if (ended.signal.aborted) return
        await check(row).catch((error) => notChecked(row, error))
      })
    } while (due.length === perRound && !ended.signal.aborted)
  }

  async function lookRound(): Promise<void> {
    const until = missedUntil
    missedUntil = null
    try {
      await look(until)
    } catch (error) {
      // What was to be asked about in a round that failed is still to be asked about.
      missedUntil ??= until
      if (isDatabaseUnavailable(error)) missed()
      throw error
    }
  }

  const isEnding = () => ended.signal.aborted
  const tell = () => parts.outbox.work(isEnding)
  const clean = () => parts.cleaning.round(isEnding)

  /** @param work says how long to pause after it, in milliseconds; without it, as usual */
  async function everyRound(work: () => Promise<number | undefined>): Promise<void> {
    while (!ended.signal.aborted) {
      let pauseMs: number | undefined
      try {
        pauseMs = await work()
      } catch (error) {
        log('sweep_failed', errorFields(error))
      }
      await clock.sleep(pauseMs ?? roundMs, ended.signal).catch(() => undefined)
    }
  }

  return {
    /** @param all everything that is still followed, due or not: webhooks were missed while the server was down */
    async runOnce(all = false): Promise<void> {
      if (all) missed()
      await lookRound()
      await tell()
      await clean()
    },
    /** Something may have passed unheard until now, because the database was away: the next round asks about everything. */
    missed,
    /** How many outcomes only the sweep has found. */
    get found(): number {
      return found
    },
    /** The shopper has come back: if nobody told us anything by then, ask in a moment. */
    async soon(session: string): Promise<void> {
      await db.query(
        `update payin_checkout.sessions set next_check_at = least(next_check_at, $2)
         where id = $1 and (outcome = 'open' or outcome = 'authorized' and ${endsInSilence('kind')})
           and next_check_at is not null and service_id is not null`,
        [session, new Date(clock.now() + 3_000)],
      )
    },
    /** Begins with everything, then goes round until `stop`. */
    start(): void {
      if (!loop) missed()
      // Side by side: a shop whose mail server hangs must still hear of its payments.
      loop ??= Promise.all([
        everyRound(() => lookRound().then(asUsual)),
        everyRound(() => tell().then(asUsual)),
        everyRound(() => clean().then((isMore) => (isMore ? roundMs : cleanRoundMs))),
      ])
    },
    /** Ends after what is under way. */
    async stop(): Promise<void> {
      ended.abort()
      await loop
    },
  }
}

const asUsual = () => undefined

/**
 * Takes the sessions that are due and sets their next time in the same step: it is the growing interval, and it keeps
 * a second process from asking about the same ones.
 */
async function takeDue(db: Db, nowMs: number, hearing: Hearing): Promise<SessionRow[]> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<SessionRow>(
      `select * from payin_checkout.sessions where next_check_at <= $1
       order by next_check_at limit ${perRound} for update skip locked`,
      [new Date(nowMs)],
    )
    const next = rows.map((row) => {
      const checks = row.checks + 1
      // The last question of a tail is asked again when it brings no answer, for a while.
      const again = checks < 10 ? new Date(nowMs + 3_600_000) : null
      return (nextCheck({ ...row, checks }, nowMs, hearing) ?? again)?.toISOString() ?? null
    })
    await tx.query(
      `update payin_checkout.sessions s set next_check_at = due.at, checks = s.checks + 1
       from unnest($1::uuid[], $2::timestamptz[]) as due (id, at) where s.id = due.id`,
      [rows.map(({ id }) => id), next],
    )
    return rows
  })
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
