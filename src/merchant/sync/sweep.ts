// The sweep: five loops beside the requests. The first checks open sessions at the service at growing intervals, because
// webhooks get lost, and continues create requests that a crash cut off. The second processes stored webhooks that nobody
// has finished. The third dispatches outbox events, the fourth brings lost rows back, the fifth reviews alerts and
// cleans old sessions.
import { type Clock, ServiceError, WaitError } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import { errorFields, type Log } from '../log.ts'
import type { LostRowDetector } from '../one-payment/lost-row-detector.ts'
import { closeAttempt } from '../order/close-attempt.ts'
import { type CheckedSooner, checkBy, checkNoMore, countChecks, markDue } from '../order/write/payments.ts'
import type { Cleaning } from '../retention/cleaning.ts'
import { isEnded } from '../session/outcomes.ts'
import { isUndelivered, type SessionRow } from '../session/session-row.ts'
import { databaseEvent, isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import type { Db } from '../store/db.ts'
import { inParallel } from './in-parallel.ts'
import type { Outbox } from './outbox.ts'
import type { ProcessEvents } from './process-events.ts'
import type { Refresh } from './refresh.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'

const roundMs = 2_000
/** The pause when nothing was left to clean. */
const cleanRoundMs = 60_000
const recoverRoundMs = 15_000
const perRound = 50

export interface SweepParts {
  readonly db: Db
  readonly clock: Clock
  /** Compares this machine's clock with the database's. */
  readonly compareClocks: () => Promise<void>
  /** Continues a create request that was cut off (create/deliver.ts). */
  readonly deliver: (session: string) => Promise<unknown>
  readonly refresh: Refresh
  readonly events: ProcessEvents
  readonly outbox: Outbox
  readonly cleaning: Cleaning
  /** Withdraws the alerts about payments that were found, and measures how many are open, about once a minute. */
  readonly reviewAlerts: () => Promise<void>
  readonly webhookHealth: WebhookHealth
  readonly lostRows: Pick<LostRowDetector, 'writeHeartbeat' | 'suspect'>
  /** Brings lost rows back (one-payment/recover.ts). */
  readonly recover: (isEnding: () => boolean) => Promise<void>
  readonly log: Log
}

export function createSweep(parts: SweepParts) {
  const { db, clock, log } = parts
  const ended = new AbortController()
  let loop: Promise<unknown> | undefined
  let found = 0
  /** Changes before this time may have been missed; `null` when everything was checked since. */
  let missedUntil: number | null = null
  /** Whether all stored webhooks are to be tried again, due or not. */
  let triesAllStored = false
  const markMissed = () => {
    missedUntil = clock.now()
    triesAllStored = true
  }
  /** The database was away: another copy of it may answer now. */
  const markAway = () => {
    markMissed()
    parts.lostRows.suspect()
  }
  /** Sessions that could not be checked because their row was locked. */
  let lockedSessions: readonly string[] = []

  async function checkSession(row: SessionRow): Promise<void> {
    const kind = kindOf(row.kind)
    const isOver = (session: SessionRow) =>
      kind.givesUpAt !== undefined && kind.givesUpAt(session) <= clock.now()
    // A kind that is sent by link is only sent when its shopper asks for the link, never by the sweep.
    if (isUndelivered(row) && kind.sending === 'keyed') {
      await parts.deliver(row.id)
      return
    }
    // Fetch also before giving up: the shopper may have paid since the last check.
    const after = await parts.refresh(row.id, 'sweep').catch((error) => {
      const isUnknownThere = error instanceof ServiceError && error.kind === 'fix_request'
      if (isUnknownThere && isOver(row)) return row
      throw error
    })
    if (isOver(after)) await giveUp(after)
    if (after.outcome === row.outcome || kind.endHasNoWebhook) return
    // The sweep found a change that no webhook announced: check all sessions more often as long as that happens.
    parts.webhookHealth.areArriving = false
    found++
    const { id: session, kind: what, order_id: order } = row
    log('found_by_sweep', { session, kind: what, order, outcome: after.outcome, count: found })
  }

  async function handleFailedCheck(row: SessionRow, error: unknown): Promise<void> {
    log(databaseEvent(error) ?? 'sweep_failed', { session: row.id, ...errorFields(error) })
    if (isDatabaseUnavailable(error)) markAway()
    // Remembered here and not in its row, because that row may be the locked one.
    if (isDatabaseBusy(error)) lockedSessions = [...lockedSessions, row.id]
    if (!(error instanceof WaitError)) return
    // Rate limited: the service was not asked, so the check does not count and the interval stays.
    await checkBy(db, row.id, new Date(clock.now() + (error.retryAfterMs ?? 5_000)), 'followed', 1)
  }

  /** Stops waiting for a payment, unless its money is authorized. */
  async function giveUp(row: SessionRow): Promise<void> {
    if (row.outcome === 'open') await closeAttempt({ db, log, now: clock.now }, row, { status: 'EXPIRED' })
    // It had ended before, and an unsigned webhook had it checked once more.
    else if (isEnded(row.outcome)) await checkNoMore(db, row)
  }

  /** @param missedUntil checks every session that was last read before this time, due or not */
  async function checkAll(missedUntil: number | null): Promise<void> {
    await parts.compareClocks()
    const now = new Date(clock.now())
    await parts.lostRows.writeHeartbeat()
    lockedSessions = await markDue(db, now, missedUntil === null ? lockedSessions : new Date(missedUntil))
    let due: SessionRow[]
    do {
      due = await takeDue(db, now.getTime(), parts.webhookHealth)
      await inParallel(due, async (row) => {
        if (ended.signal.aborted) return
        await checkSession(row).catch((error) => handleFailedCheck(row, error))
      })
    } while (due.length === perRound && !ended.signal.aborted)
  }

  async function checkRound(): Promise<void> {
    const until = missedUntil
    missedUntil = null
    try {
      await checkAll(until)
    } catch (error) {
      // The round failed, so the next one must check the same sessions.
      missedUntil ??= until
      if (isDatabaseUnavailable(error)) markAway()
      throw error
    }
  }

  const isEnding = () => ended.signal.aborted
  async function processStored(): Promise<void> {
    const all = triesAllStored
    triesAllStored = false
    try {
      await parts.events.processStored(all, isEnding)
    } catch (error) {
      triesAllStored ||= all
      if (isDatabaseUnavailable(error)) markAway()
      throw error
    }
  }
  const dispatchOutbox = () => parts.outbox.dispatchDue(isEnding)
  const clean = async () => {
    await parts.reviewAlerts()
    return parts.cleaning.round(isEnding)
  }
  /** While the service cannot be reached, the rest of the work goes on, and a later round begins again. */
  const recover = () =>
    parts.recover(isEnding).catch((error) => {
      if (!(error instanceof ServiceError)) throw error
      log('sweep_failed', errorFields(error))
    })

  /** @param work returns the pause after it in milliseconds; `undefined` means `roundMs` */
  async function everyRound(work: () => Promise<number | undefined>): Promise<void> {
    while (!ended.signal.aborted) {
      let pauseMs: number | undefined
      try {
        pauseMs = await work()
      } catch (error) {
        log(databaseEvent(error) ?? 'sweep_failed', errorFields(error))
      }
      await clock.sleep(pauseMs ?? roundMs, ended.signal).catch(() => undefined)
    }
  }

  return {
    /** @param all checks every session that is still checked, due or not: webhooks were missed while the server was down */
    async runOnce(all = false): Promise<void> {
      if (all) markMissed()
      await processStored()
      await checkRound()
      await dispatchOutbox()
      await recover()
      await clean()
    },
    /** Webhooks may have been missed until now, because the database was away: the next round checks every session. */
    markMissed: markAway,
    /** How many outcomes were found by the sweep and not by a webhook. */
    get found(): number {
      return found
    },
    /** Checks a session in three seconds: a shopper came back from the hosted page before any webhook arrived, for example. */
    async checkSoon(session: string, which: CheckedSooner = 'open'): Promise<void> {
      await checkBy(db, session, new Date(clock.now() + 3_000), which)
    },
    /** Checks every session once, then repeats the rounds until `stop`. */
    start(): void {
      if (!loop) markMissed()
      // Loops of their own: when a shop's mail server hangs inside `fulfil`, or many stored webhooks wait for a slow service,
      // payments must still be checked.
      loop ??= Promise.all([
        everyRound(() => checkRound().then(usualPause)),
        everyRound(() => processStored().then(usualPause)),
        everyRound(() => dispatchOutbox().then(usualPause)),
        everyRound(() => recover().then(() => recoverRoundMs)),
        everyRound(() => clean().then((isMore) => (isMore ? roundMs : cleanRoundMs))),
      ])
    },
    /** Stops the loops, and waits for the work in progress. */
    async stop(): Promise<void> {
      ended.abort()
      await loop
    },
  }
}

const usualPause = () => undefined

/**
 * Selects the sessions that are due and sets their next check in the same transaction. That implements the growing
 * intervals, and keeps a second process from checking the same sessions.
 */
async function takeDue(db: Db, nowMs: number, webhookHealth: WebhookHealth): Promise<SessionRow[]> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<SessionRow>(
      `select * from payin_checkout.sessions where next_check_at <= $1
       order by next_check_at limit ${perRound} for update skip locked`,
      [new Date(nowMs)],
    )
    const next = rows.map((row): [string, Date | null] => {
      const checks = row.checks + 1
      // The last planned check is repeated after an hour while it gets no answer, up to ten checks.
      const again = checks < 10 ? new Date(nowMs + 3_600_000) : null
      return [row.id, nextCheck({ ...row, checks }, nowMs, webhookHealth) ?? again]
    })
    await countChecks(tx, new Map(next))
    return rows
  })
}
