// Limits how many reads are held at once. Each costs some ten kibibytes for up to 25 s. A read without a slot is answered at
// once, and its client polls instead, which the merchant protocol allows at any time.

export interface HeldReads {
  /** Of one session by one address: a few devices of one shopper, six tabs each (docs/internals/browser-facts.md#six-connections-per-host). */
  readonly bySession: number
  /** Of all sessions by one address: an office, a school or a mobile network shares one. */
  readonly byAddress: number
  readonly ofAll: number
}

export const defaultHeldReads: HeldReads = { bySession: 16, byAddress: 2_000, ofAll: 20_000 }

/** Makes the slots of one server. @param most the limits */
export function createHeldReadSlots(most: HeldReads) {
  const taken = new Map<string, number>()
  let all = 0
  const count = (key: string) => taken.get(key) ?? 0

  function add(key: string, change: 1 | -1): void {
    const now = count(key) + change
    if (now > 0) taken.set(key, now)
    else taken.delete(key)
  }

  function change(address: string, both: string, by: 1 | -1): void {
    all += by
    add(address, by)
    add(both, by)
  }

  return {
    /** Takes a slot. @returns the function that releases it, to be called once; `null` when no slot is free */
    take(address: string, session: string): (() => void) | null {
      const both = `${address} ${session}`
      const isFull = all >= most.ofAll || count(address) >= most.byAddress || count(both) >= most.bySession
      if (isFull) return null
      change(address, both, 1)
      return () => change(address, both, -1)
    },
    /** How many slots and counters are in use; for tests. */
    get size(): number {
      return all + taken.size
    },
  }
}
