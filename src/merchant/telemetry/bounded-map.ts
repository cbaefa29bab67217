/**
 * A map that drops its oldest entry when it is full. Some work never reports its end, for example when it is dropped, and
 * such entries must not fill the memory.
 * @param maxSize maximum number of entries
 */
export function createBoundedMap<Value>(maxSize: number) {
  const entries = new Map<string, Value>()
  return {
    get: (key: string): Value | undefined => entries.get(key),
    /** Adds an entry. @returns the entry that it replaced: the one with the same key, or the oldest */
    add(key: string, value: Value): Value | undefined {
      const before = entries.get(key)
      entries.delete(key)
      entries.set(key, value)
      if (before !== undefined || entries.size <= maxSize) return before
      const [oldest] = entries
      return oldest && remove(oldest[0])
    },
    remove,
  }

  function remove(key: string): Value | undefined {
    const value = entries.get(key)
    entries.delete(key)
    return value
  }
}
