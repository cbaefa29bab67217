import type { Memory } from './ports.ts'

/** The tab's `sessionStorage`; where it throws or is full, this page's own memory (FACTS 13). */
export function createBrowserMemory(storage: () => Storage = () => sessionStorage): Memory {
  const fallback = new Map<string, string>()
  return {
    get(key) {
      try {
        // What storage had no room for is newer than what it holds.
        return fallback.get(key) ?? storage().getItem(key)
      } catch {
        return fallback.get(key) ?? null
      }
    },
    set(key, value) {
      fallback.set(key, value)
      try {
        storage().setItem(key, value)
        fallback.delete(key)
      } catch {
        // Refused or full: this page remembers it, which is as far as it goes.
      }
    },
    remove(key) {
      fallback.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // Refused storage remembers nothing: there is nothing to remove.
      }
    },
  }
}
