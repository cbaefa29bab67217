// PGlite does not lock its directory, and two processes on one directory lose rows in silence (measured: 27 000 of
// 60 000). So the server holds a lock of the kernel on a file in it.
import { ftruncateSync, mkdirSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type LockedFile, lockFile } from './kernel-lock.ts'
import { findOlderServer, writeProcessId } from './process-id-file.ts'

/** Thrown when another server works on the directory; the message names it and the remedy. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/** Thrown when the directory cannot be written to, read or locked; the message says why and names the remedy. */
export class DirectoryUnusable extends Error {
  override readonly name = 'DirectoryUnusable'
  constructor(directory: string, cause: unknown) {
    super(
      `The embedded database cannot use ${directory}: ${reason(cause)}. Set DATA_DIR to a folder that this server may write to and lock, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * Takes the directory for this process; makes it where there is none. The kernel gives it free when the process dies.
 * @returns how to release it
 * @throws {DirectoryInUse}
 * @throws {DirectoryUnusable}
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'in-use.lock')
  const lock = wrapUnusable(directory, () => {
    mkdirSync(directory, { recursive: true })
    return lockFile(path)
  })
  if (lock === null) throw inUseError(directory, readHolder(path))
  let takeBack: () => void
  try {
    takeBack = writeHolder(directory, lock)
  } catch (error) {
    lock.unlock()
    throw error
  }
  let released = false
  return () => {
    if (released) return
    released = true
    takeBack()
    lock.unlock()
  }
}

/** Says who holds the directory, unless a server that does not know the kernel's lock works on it. */
function writeHolder(directory: string, { descriptor }: LockedFile): () => void {
  const older = wrapUnusable(directory, () => findOlderServer(directory))
  if (older !== null) {
    const elseDelete = `; if it is no merchant server, delete ${join(directory, 'server.lock')}`
    throw inUseError(directory, `process ${older}`, elseDelete)
  }
  return wrapUnusable(directory, () => {
    ftruncateSync(descriptor)
    writeSync(descriptor, holderText(), 0)
    return writeProcessId(directory)
  })
}

const holderText = () =>
  `Held by process ${process.pid} on ${hostname()} while it runs. Do not delete this file: two servers would lose rows.\n`

function readHolder(path: string): string {
  try {
    return /process \d+ on [\w.-]+/.exec(readFileSync(path, 'utf8'))?.[0] ?? 'another server'
  } catch {
    // Windows lets nobody read it.
    return 'another server'
  }
}

function inUseError(directory: string, holder: string, more = ''): DirectoryInUse {
  return new DirectoryInUse(
    `The database in ${directory} is in use by ${holder}. Stop that process, or set DATA_DIR to another directory${more}.`,
  )
}

function wrapUnusable<T>(directory: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new DirectoryUnusable(directory, error)
  }
}

/** Node's message of a failed call is "EACCES: permission denied, open '/data/in-use.lock'". */
function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const said = /^[A-Z]+: ([^,]+)/.exec(message)?.[1]
  return said ? `${said} (${code})` : message
}
