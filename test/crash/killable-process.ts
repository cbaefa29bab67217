// A process that can die. It gets its ports from here, and at the chosen await it dies: before the await has had its
// effect, or after it had and before the process learns of it. From then on nothing that it does has any effect: its
// queries never run, its calls never leave, no answer arrives, and the database rolls its open transactions back.
import type { Clock } from 'payin-checkout/server'
import type { Db, Queries, Transaction } from '../../src/merchant/store/db.ts'

/** All that a process has of the world. */
export interface Ports {
  readonly db: Db
  readonly fetch: typeof fetch
  readonly clock: Clock
}

export type Kill =
  /** At this await, counted from 1 and from now. */
  | { readonly at: number; readonly when: 'before' | 'after' }
  /** After this time, whatever it waits for. */
  | { readonly afterMs: number }

class ProcessKilled extends Error {}

/**
 * Makes a process's ports. An await is a statement, a commit, a subscription or a call of the service. Waiting for
 * time is none: nothing is different after it, and a death by the clock reaches it.
 */
export function createKillableProcess(ports: Ports) {
  const awaits: string[] = []
  const end = new AbortController()
  const death = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()))
  const never = new Promise<never>(() => undefined)
  const isKilled = () => end.signal.aborted
  let doomed: { readonly await: number; readonly when: 'before' | 'after' } | undefined
  let spared = new AbortController()

  function arrive(name: string): number {
    const number = awaits.push(name)
    if (doomed?.await === number && doomed.when === 'before') end.abort()
    return number
  }

  function leave(number: number): void {
    if (doomed?.await === number && doomed.when === 'after') end.abort()
  }

  /** One await. Who is dead never hears of its end. */
  async function through<T>(name: string, work: () => Promise<T>): Promise<T> {
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
    return (sql, params) => through(`${where}${firstWords(sql)}`, () => target.query(sql, params))
  }

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (isKilled()) return never
    let commit = 0
    const die = () => {
      throw new ProcessKilled()
    }
    try {
      return await ports.db.transaction(async (tx) => {
        const run = (sql: string) => through(`tx: ${firstWords(sql)}`, () => tx.run(sql))
        const result = await Promise.race([
          work({ query: queriesOn(tx, 'tx: '), run, notify: tx.notify, own: tx.own }),
          // The connection of a dead process closes, and the database rolls back.
          death.then(die),
        ])
        if (isKilled()) die()
        commit = arrive('commit')
        return isKilled() ? die() : result
      })
    } finally {
      leave(commit)
      if (isKilled()) await never
    }
  }

  async function listen(channel: string, heard: (payload: string | null) => void) {
    const stop = await ports.db.listen(channel, (payload) => {
      if (!isKilled()) heard(payload)
    })
    let stopping: Promise<void> | undefined
    const stopOnce = () => (stopping ??= stop())
    death.then(stopOnce)
    return stopOnce
  }

  /** One for each signal, not for each sleep: a loop that sleeps for days would drown in them. */
  const orDeath = new WeakMap<AbortSignal, AbortSignal>()
  function endOf(signal: AbortSignal | undefined): AbortSignal {
    if (!signal) return end.signal
    const known = orDeath.get(signal) ?? AbortSignal.any([end.signal, signal])
    orDeath.set(signal, known)
    return known
  }

  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (isKilled()) return never
    try {
      await ports.clock.sleep(ms, endOf(signal))
    } finally {
      if (isKilled()) await never
    }
  }

  const db: Db = {
    query: queriesOn(ports.db, ''),
    transaction,
    listen: (channel, heard) => through(`listen ${channel}`, () => listen(channel, heard)),
    // It is not the process's own: its successor goes on with it.
    close: async () => undefined,
  }
  const call: typeof fetch = (url, init) =>
    through(
      `${init?.method ?? 'GET'} ${new URL(String(url)).pathname.replace(/[0-9a-f-]{36}/, '{id}')}`,
      () => ports.fetch(url, init),
    )

  /** Nothing kills it any more. */
  function cancelKill(): void {
    doomed = undefined
    spared.abort()
    spared = new AbortController()
  }

  return {
    ports: { db, fetch: call, clock: { now: ports.clock.now, sleep } } satisfies Ports,
    /** What was awaited so far, in order. */
    awaits: awaits as readonly string[],
    get isKilled() {
      return isKilled()
    },
    /** Resolves when it dies. */
    death,
    scheduleKill(how: Kill): void {
      cancelKill()
      if ('at' in how) doomed = { await: awaits.length + how.at, when: how.when }
      else {
        const over = AbortSignal.any([spared.signal, end.signal])
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
