// Servers of version 0.1 know no lock of the kernel: they hold `server.lock`, a file with their process id. It is read
// and written so that such a server and this one notice each other within one container. The kernel's lock does not
// depend on it. To be removed in version 0.3, when no server of 0.1 is started beside a newer one any more.
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

/** The process id of a server of version 0.1 that works on the directory; `null` when there is none. */
export function findOlderServer(directory: string): number | null {
  const pid = readProcessId(directory)
  if (pid === null || pid === process.pid) return null
  return hasOpenFiles(pid, directory) ? pid : null
}

/** Says that this process works on the directory. @returns how to take that back */
export function writeProcessId(directory: string): () => void {
  const half = `${nameIn(directory)}.new`
  // Renamed, because a server of version 0.1 takes an empty file for a stale one.
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
 * A process id alone proves nothing: after a crash another process may have it. A server has its database open, which
 * Linux shows. It hides the files of another user's process, but that one could not share the database with us.
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
    // Closed since it was listed.
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
