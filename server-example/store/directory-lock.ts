// PGlite does not lock its directory, and two processes on one directory lose rows in silence (measured: 27 000 of
// 60 000). So the server holds a lock file with its process id.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Thrown when another process works on the directory; the message names it and the remedy. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

const heldHere = new Set<string>()

/**
 * Takes the directory for this process.
 * A lock of a dead process (`kill -9`) is stale. So is one with our own id that we don't hold: in a container every
 * start has the same id.
 * @returns how to release it
 * @throws {DirectoryInUse}
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const lock = join(directory, 'server.lock')
  if (heldHere.has(lock)) throw new DirectoryInUse(sentence(directory, process.pid))
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    for (let tries = 0; ; tries++) {
      // A link appears with its content or not at all; a file that is opened and then written can be seen empty.
      if (tryLink(mine, lock)) break
      const owner = readOwner(lock)
      if ((owner !== null && isAlive(owner)) || tries > 5)
        throw new DirectoryInUse(sentence(directory, owner))
      removeStale(lock, owner)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  heldHere.add(lock)
  return () => {
    if (heldHere.delete(lock) && readOwner(lock) === process.pid) rmSync(lock, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves the stale lock away first: if another process replaced it meanwhile, what we moved is theirs; give it back. */
function removeStale(lock: string, owner: number | null): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readOwner(aside) !== owner) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function readOwner(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid || isZombie(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Killed, but not yet buried by its parent: in containers that can last for ever, and a signal still reaches it. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function sentence(directory: string, pid: number | null): string {
  return `The database in ${directory} is in use by process ${pid ?? '(unknown)'}. Stop that process, or set DATA_DIR to another directory; if it is no merchant server, delete ${join(directory, 'server.lock')}.`
}
