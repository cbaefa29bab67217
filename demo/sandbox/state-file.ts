// The state file, if one is set. It is written whole, shortly after a change, to a temporary file that then replaces
// it: a crash leaves the old state or the new one, never half of one.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Timers } from './clock.ts'
import type { SavedWorld } from './create-world.ts'
import type { Worlds } from './worlds.ts'

const writeAfterMs = 200

/** The world of the default key, and the worlds of other keys. */
type Saved = SavedWorld & { format: 1; others?: readonly (readonly [key: string, saved: SavedWorld])[] }

export type StateFileOptions = {
  path: string | undefined
  wallTimers: Timers
  worlds: Worlds
}

/** @throws {Error} when the file is not a state file */
export function createStateFile({ path, wallTimers, worlds }: StateFileOptions) {
  let written = ''
  let cancelWrite: (() => void) | undefined
  /** Worlds of keys that this start does not accept. They are kept for a start that accepts them. */
  let unloaded: Saved['others'] = []
  if (path !== undefined && existsSync(path)) restore(path)

  function restore(from: string) {
    const saved = parse(readFileSync(from, 'utf8'))
    if (saved?.format !== 1) {
      throw new Error(
        `${from} is not a state file of this sandbox; remove it, or name another SANDBOX_STATE_FILE.`,
      )
    }
    worlds.first.restore(saved)
    unloaded = worlds.restore(saved.others ?? [])
  }

  function saveNow() {
    cancelWrite?.()
    cancelWrite = undefined
    if (path === undefined) return
    const others = [...worlds.save(), ...(unloaded ?? [])]
    const saved: Saved = { format: 1, ...worlds.first.save(), ...(others.length > 0 && { others }) }
    const text = JSON.stringify(saved)
    if (text === written) return
    // 0600: it holds the IBANs that were typed into the hosted pages.
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
    written = text
  }

  return {
    /**
     * Called after a request. Changes by timer need no writing: their plan is in the file and is applied after a
     * restart.
     */
    saveSoon() {
      if (path === undefined || cancelWrite) return
      cancelWrite = wallTimers.after(writeAfterMs, saveNow)
    },
    saveNow,
  }
}

function parse(text: string): Saved | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
