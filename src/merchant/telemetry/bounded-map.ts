/**
 * A map that holds what is under way, and forgets the oldest when it is full: an end that is never told, as of a process
 * that dies or of work that is left undone, must not fill the memory.
 * @param most how many entries it holds
 */
export function createBoundedMap<Value>(most: number) {
  const entries = new Map<string, Value>()
  return {
    get: (key: string): Value | undefined => entries.get(key),
    /** Adds an entry. @returns what had to go for it: the entry of the same key, or the oldest */
    add(key: string, value: Value): Value | undefined {
      const before = entries.get(key)
      entries.delete(key)
      entries.set(key, value)
      if (before !== undefined || entries.size <= most) return before
      const [oldest] = entries
      return oldest && take(oldest[0])
    },
    take,
  }

  function take(key: string): Value | undefined {
    const value = entries.get(key)
    entries.delete(key)
    return value
  }
}
