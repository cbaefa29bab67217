import type { Memory } from './ports.ts'

/** The tab's `sessionStorage`. If it throws or is full, a map in this page takes its place (docs/internals/browser-facts.md#storage-can-throw-or-vanish). */
export function createBrowserMemory(storage: () => Storage = () => sessionStorage): Memory {
  const fallback = new Map<string, string>()
  return {
    get(key) {
      // An entry in the fallback is newer: storage had no room for it.
      const kept = fallback.get(key) ?? null
      try {
        return kept ?? storage().getItem(key)
      } catch {
        return kept
      }
    },
    set(key, value) {
      fallback.set(key, value)
      try {
        // If the new value finds no room, the older one must not come back after a reload.
        storage().removeItem(key)
        storage().setItem(key, value)
        fallback.delete(key)
      } catch {
        // Refused or full: the entry stays in the fallback until the page is closed.
      }
    },
    remove(key) {
      fallback.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // Refused storage holds no entries, so there is nothing to remove.
      }
    },
  }
}
