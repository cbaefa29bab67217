// Locks the directory of the embedded database. PGlite does not lock it, and two processes on one directory silently lose
// rows (measured: 27 000 of 60 000). So the server holds a kernel lock on a file in the directory.
import { existsSync, ftruncateSync, mkdirSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { OperatorError } from '../errors/operator-error.ts'
import { type LockedFile, lockFile } from './kernel-lock.ts'
import { findOtherServer, writeProcessId } from './process-id-file.ts'

/** As `Set PORT (\`port\` in code) to`. */
const setFolder = (verb: 'Set' | 'set') => `${verb} DATA_DIR (\`pgliteStore(…)\` in code) to`

/** Thrown when another server uses the directory. The message names that server and the remedy. */
export class DirectoryInUse extends OperatorError {
  override readonly name = 'DirectoryInUse'
}

/** Thrown when the directory cannot be written to, read or locked. The message says why and names the remedy. */
export class DirectoryUnusable extends OperatorError {
  override readonly name = 'DirectoryUnusable'
  constructor(directory: string, cause: unknown) {
    super(
      `The embedded database cannot use ${directory}: ${reason(cause)}. ${setFolder('Set')} a folder that this server may write to and lock, or use a Postgres.`,
    )
  }
}

/**
 * Locks the directory for this process, and creates it when it is missing. The kernel releases the lock when the process
 * dies.
 * @returns a function that releases the lock
 * @throws {DirectoryInUse}
 * @throws {DirectoryUnusable}
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'in-use.lock')
  const lock = wrapUnusable(directory, () => {
    makeFolder(resolve(directory))
    return lockFile(path)
  })
  if (lock === null) throw inUseError(directory, readHolder(path))
  let removeHolder: () => void
  try {
    removeHolder = writeHolder(directory, lock)
  } catch (error) {
    lock.unlock()
    throw error
  }
  let released = false
  return () => {
    if (released) return
    released = true
    removeHolder()
    lock.unlock()
  }
}

/**
 * Writes into the lock file which process holds the directory.
 * @throws {DirectoryInUse} when another server uses the directory, whose lock file was deleted
 */
function writeHolder(directory: string, { descriptor }: LockedFile): () => void {
  const other = wrapUnusable(directory, () => findOtherServer(directory))
  if (other !== null) {
    const elseDelete = `; if it is no merchant server, delete ${join(directory, 'server.lock')}`
    throw inUseError(directory, `process ${other}`, elseDelete)
  }
  return wrapUnusable(directory, () => {
    ftruncateSync(descriptor)
    writeSync(descriptor, holderText(), 0)
    return writeProcessId(directory)
  })
}

/**
 * Not `recursive` of Node, which never ends below /proc. The sandbox has the same function, because it imports nothing of ours.
 * @throws the error of the file system
 */
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

const holderText = () =>
  `Held by process ${process.pid} on ${hostname()} while it runs. Do not delete this file: two servers would lose rows.\n`

function readHolder(path: string): string {
  try {
    return /process \d+ on [\w.-]+/.exec(readFileSync(path, 'utf8'))?.[0] ?? 'another server'
  } catch {
    // On Windows a locked file cannot be read.
    return 'another server'
  }
}

function inUseError(directory: string, holder: string, more = ''): DirectoryInUse {
  return new DirectoryInUse(
    `The database in ${directory} is in use by ${holder}. Stop that process, or ${setFolder('set')} another folder${more}.`,
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
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  // PGlite's file system throws errors without a message, such as when `pglite` in the directory is a file.
  if (!message) return 'its entry "pglite" cannot be opened as a folder'
  const systemMessage = /^[A-Z]+: ([^,]+)/.exec(message)?.[1]
  return systemMessage ? `${systemMessage} (${code})` : message
}
