// The state file, if one is set. It is written whole, shortly after a change, to a temporary file that then replaces
// it: a crash leaves the old state or the new one, never half of one.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
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

/** @throws {Error} when the file is not a state file, or a new one cannot be written */
export function createStateFile({ path, wallTimers, worlds }: StateFileOptions) {
  let written = ''
  /** What tells the file that this sandbox has read or written from that of another one. */
  let own: string | undefined
  let cancelWrite: (() => void) | undefined
  let isFailing = false
  /** Worlds of keys that this start does not accept. They are kept for a start that accepts them. */
  let unloaded: Saved['others'] = []
  if (path !== undefined) {
    if (existsSync(path)) {
      restore(path)
      // A second sandbox on a port that is taken ends without a change. It must not overwrite what the first one wrote.
      written = serialize()
    } else write(path, serialize())
  }

  function restore(from: string) {
    own = versionOf(from)
    const saved = parse(read(from))
    try {
      if (saved?.format !== 1) throw new Error('The file has another format.')
      worlds.first.restore(saved)
      unloaded = worlds.restore(saved.others ?? [])
    } catch (cause) {
      throw new Error(`${from} is not a state file of this sandbox; remove it, or name another one.`, {
        cause,
      })
    }
  }

  function serialize(): string {
    const others = [...worlds.save(), ...(unloaded ?? [])]
    const saved: Saved = { format: 1, ...worlds.first.save(), ...(others.length > 0 && { others }) }
    return JSON.stringify(saved)
  }

  function write(to: string, text: string) {
    try {
      const found = versionOf(to)
      if (found !== undefined && found !== own)
        throw new Error('another program has changed it, so give each sandbox a file of its own')
      makeFolder(dirname(to))
      // 0600: it holds the IBANs that were typed into the hosted pages.
      writeFileSync(`${to}.new`, text, { mode: 0o600 })
      renameSync(`${to}.new`, to)
      own = versionOf(to)
    } catch (cause) {
      throw new Error(`The state file ${to} cannot be written: ${textOf(cause)}.`, { cause })
    }
    written = text
  }

  function saveNow() {
    cancelWrite?.()
    cancelWrite = undefined
    if (path === undefined) return
    const text = serialize()
    if (text === written) return
    try {
      write(path, text)
      isFailing = false
    } catch (error) {
      // The state is still in memory, so payments go on. The next change tries again.
      if (!isFailing) console.error(textOf(error))
      isFailing = true
    }
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
    /** Whether the file has the state, or none is named. */
    isSaved: () => !isFailing,
  }
}

/** Not `recursive` of Node, which never ends below /proc. @throws {Error} */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}

/** Differs for each file that was written; `undefined` without a file. Not by its inode, which some shared folders change. */
function versionOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.mtimeMs} ${found.size}`
}

/** @throws {Error} */
function read(path: string): string {
  try {
    // A device such as /dev/zero has no end.
    if (!statSync(path).isFile()) throw new Error('it is not a regular file')
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`The state file ${path} cannot be read: ${textOf(cause)}.`, { cause })
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function parse(text: string): Saved | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
