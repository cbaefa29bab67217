// Allows one builder at a time, over all processes. The builder listens at a socket. Waiting processes connect to it and notice
// its end at once, also after a crash, because the system closes the connection.
//
// This only saves time: two parallel builders write into separate folders (staged.ts).
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'

const folder = '.cache'
/** Relative to the project, because a socket's path may have only about a hundred characters. */
const address =
  process.platform === 'win32'
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
        server.close()
        for (const socket of waiting) socket.destroy()
      }
      return { leave }
    }
    if (fault !== 'EADDRINUSE') return null
    await untilFree()
  }
}

/** @returns why it cannot listen */
async function listen(server: Server): Promise<string | null> {
  try {
    server.listen(address)
    await once(server, 'listening')
    return null
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
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
