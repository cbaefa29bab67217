import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DirectoryInUse, lockDirectory } from '../../../src/merchant/store/directory-lock.ts'
import { startChild } from '../../support/child.ts'
import {
  inOwnPidNamespace,
  type LockHolder,
  type LockHolderOptions,
  startLockHolder,
  unlessNoNamespace,
} from '../../support/lock-holder.ts'

let directory = ''
const takers: LockHolder[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(async () => {
  await Promise.all(takers.splice(0).map((taker) => taker.kill()))
  rmSync(directory, { recursive: true, force: true })
})

async function take(place?: LockHolderOptions): Promise<LockHolder> {
  const taker = await startLockHolder(directory, place)
  takers.push(taker)
  return taker
}

describe('the lock of a directory', () => {
  test('is taken once in a process, under any name of the directory, and free again after the release', () => {
    const other = `${directory}-link`
    symlinkSync(directory, other)
    try {
      const release = lockDirectory(directory)
      expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
      expect(() => lockDirectory(`${directory}/./`)).toThrow(DirectoryInUse)
      expect(() => lockDirectory(other)).toThrow(DirectoryInUse)
      release()
      release()
      const again = lockDirectory(other)
      expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
      again()
    } finally {
      rmSync(other)
    }
  })

  test('is refused to a second process, with a sentence that names the folder, the holder and the remedy', async () => {
    const holder = await take()
    expect(holder.message).toBe('holds it')
    expect((await take()).message).toMatch(
      new RegExp(
        `^DirectoryInUse: The database in ${directory} is in use by process ${holder.pid} on \\S+\\. Stop that process, or set DATA_DIR \\(\`pgliteStore\\(…\\)\` in code\\) to another folder\\.$`,
      ),
    )
  })

  test.skipIf(!inOwnPidNamespace)(
    `holds between containers, where both servers are process 1${unlessNoNamespace}`,
    async () => {
      const before = inOwnPidNamespace ?? []
      const holder = await take({ before })
      expect(holder.message).toBe('holds it')
      expect((await take({ before })).message).toMatch(/^DirectoryInUse: .*process 1 on /)
      expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
      await holder.kill()
      expect((await take({ before })).message).toBe('holds it')
    },
  )

  test('is free at once when its holder is killed, and exactly one of several processes gets it then', async () => {
    const holder = await take()
    await holder.kill()
    const messages = (await Promise.all(Array.from({ length: 5 }, () => take()))).map(
      (taker) => taker.message,
    )
    expect(messages.filter((line) => line === 'holds it')).toHaveLength(1)
    expect(messages.filter((line) => line.startsWith('DirectoryInUse'))).toHaveLength(4)
  })

  test('stays with a holder that is stopped and continued', async () => {
    const holder = await take()
    holder.signal('SIGSTOP')
    expect((await take()).message).toMatch(/^DirectoryInUse/)
    holder.signal('SIGCONT')
    expect((await take()).message).toMatch(/^DirectoryInUse/)
  })

  test('stays with its holder when the lock file is deleted while the database is open', async () => {
    const file = join(directory, 'pglite')
    const holder = await take({ before: ['sh', '-c', `exec 9>"${file}"; exec "$@"`, 'sh'] })
    expect(holder.message).toBe('holds it')
    rmSync(join(directory, 'in-use.lock'))
    expect((await take()).message).toMatch(/^DirectoryInUse/)
  })
})

test('a missing folder is made, with those above it', () => {
  const inside = join(directory, 'not', 'there')
  lockDirectory(inside)()
  expect(existsSync(join(inside, 'in-use.lock'))).toBe(true)
})

describe('a folder in memory', () => {
  const memory = '/dev/shm'
  const why = existsSync(memory) ? '' : ' (skipped: this machine has no /dev/shm)'

  test.skipIf(why !== '')(`is locked like one on a disk${why}`, async () => {
    rmSync(directory, { recursive: true })
    directory = mkdtempSync(join(memory, 'lock-'))
    const holder = await take()
    expect([holder.message, (await take()).message]).toEqual([
      'holds it',
      expect.stringMatching(/^DirectoryInUse/),
    ])
    await holder.kill()
    expect((await take()).message).toBe('holds it')
  })
})

describe('a folder that cannot be used', () => {
  const remedy =
    'Set DATA_DIR (`pgliteStore(…)` in code) to a folder that this server may write to and lock, or use a Postgres.'

  test('is reported in a sentence when it is a file', () => {
    const file = join(directory, 'file')
    writeFileSync(file, '')
    expect(() => lockDirectory(file)).toThrow(`The embedded database cannot use ${file}: `)
    expect(() => lockDirectory(file)).toThrow(remedy)
    expect(() => lockDirectory(join(file, 'data'))).toThrow(remedy)
  })

  test.skipIf(!existsSync('/proc'))('is reported in a sentence when it is below /proc', () => {
    expect(() => lockDirectory('/proc/none/data')).toThrow(remedy)
  })

  test('is reported in a sentence when it is not writable', async () => {
    chmodSync(directory, 0o555)
    // Root may write anywhere, so another user tries then.
    const { message } = await take(process.getuid?.() === 0 ? { uid: 65_534 } : {})
    expect(message).toBe(
      `DirectoryUnusable: The embedded database cannot use ${directory}: permission denied (EACCES). ${remedy}`,
    )
  })

  test('is reported in a sentence when the system has no command to lock it', async () => {
    const { message } = await take({ env: { PATH: '/nowhere' } })
    expect(message).toContain(`The embedded database cannot use ${directory}: the command "flock" is missing`)
    expect(message).toContain(remedy)
  })

  test('is reported in a sentence when its file system accepts every lock and keeps none', async () => {
    const commands = mkdtempSync(join(tmpdir(), 'bin-'))
    try {
      writeFileSync(join(commands, 'flock'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
      const { message } = await take({ env: { PATH: commands } })
      expect(message).toContain(`cannot use ${directory}: its file system does not keep locks. ${remedy}`)
    } finally {
      rmSync(commands, { recursive: true })
    }
  })

  test('is unlocked again when it turns out to be unusable', () => {
    mkdirSync(join(directory, 'server.lock'))
    expect(() => lockDirectory(directory)).toThrow(remedy)
    rmSync(join(directory, 'server.lock'), { recursive: true })
    lockDirectory(directory)()
  })
})

describe('the file with the process id', () => {
  const file = () => join(directory, 'server.lock')
  const hasProc = existsSync('/proc/self/fd')
  const unlessNoProc = hasProc ? '' : ' (skipped: this machine has no /proc)'

  test('is written beside the lock, and removed at the end', () => {
    const release = lockDirectory(directory)
    expect(Number(readFileSync(file(), 'utf8'))).toBe(process.pid)
    release()
    expect(existsSync(file())).toBe(false)
  })

  test.skipIf(!hasProc)(
    `stops this server while the other one has files of the folder open${unlessNoProc}`,
    async () => {
      const database = join(directory, 'pglite')
      const other = startChild('sh', ['-c', 'exec 9>"$0"; echo open; read wait', database], { stdio: 'pipe' })
      try {
        await other.printed('open')
        writeFileSync(file(), String(other.process.pid))
        expect(() => lockDirectory(directory)).toThrow(
          new RegExp(`in use by process ${other.process.pid}\\. Stop that process, or set DATA_DIR`),
        )
        expect(readFileSync(file(), 'utf8')).toBe(String(other.process.pid))
      } finally {
        await other.end()
      }
      lockDirectory(directory)()
    },
  )

  test.skipIf(!hasProc)(`stops nobody when another program has got that process id${unlessNoProc}`, () => {
    for (const pid of [process.ppid, 1, 2]) {
      writeFileSync(file(), String(pid))
      lockDirectory(directory)()
    }
  })

  test.each(['2147483646', String(process.pid), '', 'rubbish', '-1', '1e9'])(
    'stops nobody when it holds %j',
    (content) => {
      writeFileSync(file(), content)
      lockDirectory(directory)()
    },
  )
})
