// Allows one builder at a time, over all processes. The builder listens at a socket. Waiting processes connect to it and notice
// its end at once, also after a crash, because the system closes the connection.
//
// This only saves time: two parallel builders write into separate folders (staged.ts).
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { linkSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'

const folder = '.cache'
const isWindows = process.platform === 'win32'
/** Relative to the project, because a socket's path may have only about a hundred characters. */
const address = isWindows
  ? `\\\\.\\pipe\\build-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 32)}`
  : `${folder}/build.sock`

/** Runs the work when no other builder runs. */
export async function oneBuilder<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true })
  const place = await takePlace()
  try {
    return await work()
  } finally {
    place?.leave()
  }
}

/** `null` where sockets are not supported, such as on some shared folders. Then builders do not wait. */
async function takePlace(): Promise<{ leave(): void } | null> {
  for (;;) {
    const waiting = new Set<Socket>()
    const server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => waiting.delete(socket))
    })
    const fault = await listen(server)
    if (fault === null) {
      const leave = () => {
        if (!isWindows) rmSync(address, { force: true })
        server.close()
        for (const socket of waiting) socket.destroy()
      }
      return { leave }
    }
    if (fault !== 'EADDRINUSE') return null
    await untilFree()
  }
}

/**
 * Listens at a socket of its own, which then gets the address. If it listened at the address directly, there would be a
 * moment in which the system refuses connections to it, and another builder would take it for a leftover and remove it.
 * @returns why it cannot listen
 */
async function listen(server: Server): Promise<string | null> {
  const own = isWindows ? address : `${folder}/build-${process.pid}.sock`
  try {
    // A builder with the same process id may have crashed here.
    if (!isWindows) rmSync(own, { force: true })
    server.listen(own)
    await once(server, 'listening')
    if (!isWindows) linkSync(own, address)
    return null
  } catch (error) {
    server.close()
    const { code } = error as NodeJS.ErrnoException
    return code === 'EEXIST' ? 'EADDRINUSE' : String(code)
  } finally {
    if (!isWindows) rmSync(own, { force: true })
  }
}

/** Resolves when the running builder has ended. */
async function untilFree(): Promise<void> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    socket.resume()
    await once(socket, 'close')
  } catch (error) {
    // The file exists without a listener: a crash left it.
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') rmSync(address, { force: true })
  } finally {
    socket.destroy()
  }
}
