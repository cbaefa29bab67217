// A lock on a file that the kernel keeps and takes back when its holder dies, however it dies. Unlike a process id, it
// means the same in every container that shares the folder. Node has no function for it, so each system's own way is used.
import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'

const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
/** In the headers of macOS and the BSDs, and in libuv's for Windows; Node has no names for them. */
const bsdExclusive = 0x20
const windowsExclusive = 0x10000000

/** An open file that is locked until it is closed. */
export interface LockedFile {
  readonly descriptor: number
  /** Gives the lock back. */
  unlock(): void
}

/**
 * Locks a file for this process, and makes it where there is none. Never delete a file that is locked like this: who
 * makes it anew gets a second lock.
 * @returns `null` when somebody holds the lock, this process included
 * @throws when the file cannot be opened or locked, or the lock does not hold
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

/** Some shared folders and virtual machines accept every lock and keep none: then the second try succeeds as well. */
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

/** Opens and locks in one call. @param held the error that says that somebody has the lock */
function openUnlessHeld(path: string, flags: number, held: string): number | null {
  try {
    return openSync(path, flags, 0o644)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === held) return null
    throw error
  }
}

/** Linux locks only what is open already. */
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
 * Lets the command `flock` lock our open file. The lock belongs to the open file, not to the process that asked for it:
 * it stays after the command has ended, until this process closes the file or dies.
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
  // 1 also means that locking failed, where `flock` is busybox's. Only then is something said.
  if (status === 1 && stderr === '') return false
  throw new Error(stderr.trim() || `flock ended with ${status}`)
}
