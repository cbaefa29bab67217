// For a person who deletes the lock file of a running server: a new file gets a second lock. So a server also writes its
// process id into a file `server.lock`, and another one within the same container notices it. The kernel lock does not depend
// on it.
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, sep } from 'node:path'

const nameIn = (directory: string) => join(directory, 'server.lock')

/** The process id of another server that uses the directory; `null` when there is none. */
export function findOtherServer(directory: string): number | null {
  const pid = readProcessId(directory)
  if (pid === null || pid === process.pid) return null
  return hasOpenFiles(pid, directory) ? pid : null
}

/** Writes that this process uses the directory. @returns a function that removes the file */
export function writeProcessId(directory: string): () => void {
  const half = `${nameIn(directory)}.new`
  // Written under another name and renamed: another server would treat an empty file as a stale one.
  writeFileSync(half, String(process.pid))
  renameSync(half, nameIn(directory))
  return () => {
    if (readProcessId(directory) === process.pid) rmSync(nameIn(directory), { force: true })
  }
}

function readProcessId(directory: string): number | null {
  let text: string
  try {
    text = readFileSync(nameIn(directory), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return /^\d{1,10}$/.test(text) && Number(text) > 0 ? Number(text) : null
}

/**
 * A process id alone proves nothing: after a crash another process may have the same id. A server has its database files
 * open, and Linux lists them. It hides the files of another user's process, but that process could not share the
 * database with us anyway.
 */
function hasOpenFiles(pid: number, directory: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  const folder = realpathSync(directory) + sep
  const files = `/proc/${pid}/fd`
  try {
    return readdirSync(files).some((name) => linkOf(join(files, name)).startsWith(folder))
  } catch {
    return false
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // The file was closed after it was listed.
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
