// A file lock that the kernel holds and releases when the process dies, for any reason. Unlike a process id, it has the
// same meaning in every container that shares the folder. Node has no function for it, so this file uses the way of each
// operating system.
import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'

const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
/** Open flags from the headers of macOS and the BSDs, and from libuv for Windows. Node has no names for them. */
const bsdExclusive = 0x20
const windowsExclusive = 0x10000000

/** An open file. It is locked until it is closed. */
export interface LockedFile {
  readonly descriptor: number
  /** Releases the lock. */
  unlock(): void
}

/**
 * Locks a file for this process, and creates it when it is missing. Never delete a locked file: a process that creates
 * it again gets a second lock.
 * @returns `null` when a process holds the lock already, this one included
 * @throws {Error} when the file cannot be opened or locked, or the file system does not keep the lock
 */
export function lockFile(path: string): LockedFile | null {
  const descriptor = openLocked(path)
  if (descriptor === null) return null
  try {
    verifyLock(path)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  return { descriptor, unlock: () => closeSync(descriptor) }
}

/** Some shared folders and virtual machines accept every lock and keep none. There, a second lock succeeds, too. */
function verifyLock(path: string): void {
  const second = openLocked(path)
  if (second === null) return
  closeSync(second)
  throw new Error('its file system does not keep locks')
}

function openLocked(path: string): number | null {
  switch (process.platform) {
    case 'darwin':
    case 'freebsd':
    case 'netbsd':
    case 'openbsd':
      return openUnlessHeld(path, O_RDWR | O_CREAT | O_NONBLOCK | bsdExclusive, 'EAGAIN')
    case 'win32':
      return openUnlessHeld(path, O_RDWR | O_CREAT | windowsExclusive, 'EBUSY')
    default:
      return openAndFlock(path)
  }
}

/** Opens and locks in one call. @param held the error code that means the lock is taken */
function openUnlessHeld(path: string, flags: number, held: string): number | null {
  try {
    return openSync(path, flags, 0o644)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === held) return null
    throw error
  }
}

/** On Linux a file must be open before it can be locked. */
function openAndFlock(path: string): number | null {
  const descriptor = openSync(path, O_RDWR | O_CREAT, 0o644)
  try {
    if (flock(descriptor)) return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  closeSync(descriptor)
  return null
}

/**
 * Locks our open file with the command `flock`. The lock belongs to the open file, not to the command: it stays after the
 * command has exited, until this process closes the file or dies.
 */
function flock(descriptor: number): boolean {
  const { error, status, stderr } = spawnSync('flock', ['-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
    timeout: 10_000,
  })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    throw new Error('the command "flock" is missing (it is part of util-linux and of busybox)')
  }
  if (error) throw error
  if (status === 0) return true
  // With the `flock` of busybox, 1 can also mean that locking failed. Only then does it write to stderr.
  if (status === 1 && stderr === '') return false
  throw new Error(stderr.trim() || `flock ended with ${status}`)
}
