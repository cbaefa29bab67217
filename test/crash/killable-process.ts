// A process that a test can kill at any await. The process gets its ports from here. It is killed before the await has its
// effect, or after the effect and before the process learns of it. From then on nothing that it does has an effect: queries
// never run, calls are never sent, answers never arrive, and the database rolls open transactions back.
import type { Clock } from 'payin-checkout/server'
import type { Db, Queries, Transaction } from '../../src/merchant/store/db.ts'

/** Everything through which a process reaches the outside. */
export interface Ports {
  readonly db: Db
  readonly fetch: typeof fetch
  readonly clock: Clock
}

export type Kill =
  /** At this await, counted from 1 beginning now. */
  | { readonly at: number; readonly when: 'before' | 'after' }
  /** After this time, at whatever it does then. */
  | { readonly afterMs: number }

class ProcessKilled extends Error {}

/**
 * Makes a process's ports. An await is a statement, a commit, a subscription or a call of the service. Waiting for time does
 * not count: nothing has changed after it, and `afterMs` covers it.
 */
export function createKillableProcess(ports: Ports) {
  const awaits: string[] = []
  const end = new AbortController()
  const killed = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()))
  const never = new Promise<never>(() => undefined)
  const isKilled = () => end.signal.aborted
  let planned: { readonly await: number; readonly when: 'before' | 'after' } | undefined
  let canceled = new AbortController()

  function arrive(name: string): number {
    const number = awaits.push(name)
    if (planned?.await === number && planned.when === 'before') end.abort()
    return number
  }

  function leave(number: number): void {
    if (planned?.await === number && planned.when === 'after') end.abort()
  }

  /** Runs one await. It never resolves once the process is killed. */
  async function runAwait<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (isKilled()) return never
    const number = arrive(name)
    if (isKilled()) return never
    try {
      return await work()
    } finally {
      leave(number)
      if (isKilled()) await never
    }
  }

  const queriesOn = (target: Queries, where: string): Queries['query'] => {
    return (sql, params) => runAwait(`${where}${firstWords(sql)}`, () => target.query(sql, params))
  }

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (isKilled()) return never
    let commit = 0
    const throwKilled = () => {
      throw new ProcessKilled()
    }
    try {
      return await ports.db.transaction(async (tx) => {
        const run = (sql: string) => runAwait(`tx: ${firstWords(sql)}`, () => tx.run(sql))
        const result = await Promise.race([
          work({ query: queriesOn(tx, 'tx: '), run, notify: tx.notify, own: tx.own }),
          // The connection of a killed process closes, and the database rolls the transaction back.
          killed.then(throwKilled),
        ])
        if (isKilled()) throwKilled()
        commit = arrive('commit')
        return isKilled() ? throwKilled() : result
      })
    } finally {
      leave(commit)
      if (isKilled()) await never
    }
  }

  async function listen(channel: string, listener: (payload: string | null) => void) {
    const stop = await ports.db.listen(channel, (payload) => {
      if (!isKilled()) listener(payload)
    })
    let stopping: Promise<void> | undefined
    const stopOnce = () => (stopping ??= stop())
    killed.then(stopOnce)
    return stopOnce
  }

  /** One combined signal for each signal and not for each sleep: a loop that sleeps for days would make too many. */
  const signals = new WeakMap<AbortSignal, AbortSignal>()
  function orKilled(signal: AbortSignal | undefined): AbortSignal {
    if (!signal) return end.signal
    const known = signals.get(signal) ?? AbortSignal.any([end.signal, signal])
    signals.set(signal, known)
    return known
  }

  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (isKilled()) return never
    try {
      await ports.clock.sleep(ms, orKilled(signal))
    } finally {
      if (isKilled()) await never
    }
  }

  const db: Db = {
    query: queriesOn(ports.db, ''),
    transaction,
    listen: (channel, listener) => runAwait(`listen ${channel}`, () => listen(channel, listener)),
    // The next process of the instance uses the same database, so it stays open.
    close: async () => undefined,
  }
  const call: typeof fetch = (url, init) =>
    runAwait(
      `${init?.method ?? 'GET'} ${new URL(String(url)).pathname.replace(/[0-9a-f-]{36}/, '{id}')}`,
      () => ports.fetch(url, init),
    )

  /** Cancels the planned kill. */
  function cancelKill(): void {
    planned = undefined
    canceled.abort()
    canceled = new AbortController()
  }

  return {
    ports: { db, fetch: call, clock: { now: ports.clock.now, sleep } } satisfies Ports,
    /** The names of all awaits so far, in order. */
    awaits: awaits as readonly string[],
    get isKilled() {
      return isKilled()
    },
    /** Resolves when it is killed. */
    killed,
    scheduleKill(how: Kill): void {
      cancelKill()
      if ('at' in how) planned = { await: awaits.length + how.at, when: how.when }
      else {
        const over = AbortSignal.any([canceled.signal, end.signal])
        ports.clock.sleep(how.afterMs, over).then(
          () => end.abort(),
          () => undefined,
        )
      }
    },
    cancelKill,
    kill: () => end.abort(),
  }
}

const firstWords = (sql: string) => sql.replace(/\s+/g, ' ').slice(0, 60)
