// Objects with planned changes: payins, payouts and legacy transactions. Each has a list of future changes with their
// times. Every change calls `onChange`.
//
// A plan is data, not only a timer: the state file holds it, and every read applies what is due. After a clock jump (a
// laptop that slept) an expired payment must not be payable.
import type { Clock, Timers } from '../clock.ts'

export type PlannedChange<T> = { at: number; change: Change<T> }
/** A field that becomes `undefined` is left out of the object. */
export type Change<T> = { [K in keyof T]?: T[K] | undefined }

export type Entry<T> = { id: string; object: T; plan: readonly PlannedChange<T>[] }

export type RecordsOptions<T> = {
  clock: Clock
  timers: Timers
  onChange(now: T, before: T): void
  onForget(id: string): void
}

/** More than a merchant tests with. */
export const remembered = 10_000

export function createRecords<T extends object>({ clock, timers, onChange, onForget }: RecordsOptions<T>) {
  const entries = new Map<string, Entry<T>>()
  const cancels = new Map<string, () => void>()

  function wait(entry: Entry<T>) {
    cancels.get(entry.id)?.()
    cancels.delete(entry.id)
    const next = entry.plan[0]
    if (next)
      cancels.set(
        entry.id,
        timers.after(Math.max(0, next.at - clock.now()), () => catchUp(entry)),
      )
  }

  function apply(entry: Entry<T>, change: Change<T>) {
    const before = entry.object
    const fields = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
    entry.object = Object.fromEntries(fields) as T
    onChange(entry.object, before)
  }

  /** Applies the changes that are due, in order. */
  function catchUp(entry: Entry<T>): Entry<T> {
    for (let next = entry.plan[0]; next && next.at <= clock.now(); next = entry.plan[0]) {
      entry.plan = entry.plan.slice(1)
      apply(entry, next.change)
    }
    wait(entry)
    return entry
  }

  function keep(entry: Entry<T>) {
    entries.set(entry.id, entry)
    wait(entry)
  }

  /** Forgets the oldest object that nothing is planned for. */
  function forgetOldest() {
    const oldest = [...entries.values()].find(({ plan }) => plan.length === 0)
    if (oldest && entries.delete(oldest.id)) onForget(oldest.id)
  }

  return {
    add(id: string, object: T, plan: readonly PlannedChange<T>[]) {
      keep({ id, object, plan })
      if (entries.size > remembered) forgetOldest()
    },

    find(id: string): T | undefined {
      const entry = entries.get(id)
      return entry && catchUp(entry).object
    },

    /** Newest first. The documents show no order. */
    list: (): T[] => [...entries.values()].map((entry) => catchUp(entry).object).reverse(),

    /** @param plan replaces the planned changes; without it the plan stays */
    change(id: string, change: Change<T>, plan?: readonly PlannedChange<T>[]): T | undefined {
      const entry = entries.get(id)
      if (!entry) return undefined
      if (plan) entry.plan = plan
      wait(entry)
      apply(entry, change)
      return entry.object
    },

    /** When the next planned change is due; `null` when nothing is planned. */
    nextChangeAt: (id: string): number | null => entries.get(id)?.plan[0]?.at ?? null,

    snapshot: (): Entry<T>[] => [...entries.values()].map((entry) => ({ ...entry })),

    restore(saved: readonly Entry<T>[]) {
      clear()
      for (const entry of saved) keep({ ...entry })
    },

    clear,
  }

  function clear() {
    for (const cancel of cancels.values()) cancel()
    cancels.clear()
    entries.clear()
  }
}
