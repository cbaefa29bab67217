import type { Memory } from './ports.ts'

/** The tab's `sessionStorage`; where it throws or is full, this page's own memory (FACTS 13). */
export function createBrowserMemory(storage: () => Storage = () => sessionStorage): Memory {
  const fallback = new Map<string, string>()
  return {
    get(key) {
      try {
        return storage().getItem(key) ?? fallback.get(key) ?? null
      } catch {
        return fallback.get(key) ?? null
      }
    },
    set(key, value) {
      try {
        storage().setItem(key, value)
      } catch {
        fallback.set(key, value)
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
