// One builder at a time, in whatever process. Who builds listens at a socket; who waits is connected to it, and hears of
// the end at once, also when it is a crash: the system closes the connection.
//
// Nothing depends on it but time: two that build at once write into folders of their own (staged.ts).
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'

const folder = '.cache'
/** Relative to the project, for a socket's path may have some hundred characters at most. */
const address =
  process.platform === 'win32'
    ? `\\\\.\\pipe\\build-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 32)}`
    : `${folder}/build.sock`

/** Does the work when nobody else builds. */
export async function oneBuilder<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true })
  const place = await takePlace()
  try {
    return await work()
  } finally {
    place?.leave()
  }
}

/** `null` where there are no sockets, such as on some shared folders. Then nobody waits for anybody. */
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

/** Resolves when the one who builds is done or dead. */
async function untilFree(): Promise<void> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    socket.resume()
    await once(socket, 'close')
  } catch (error) {
    // The file is there and nobody listens: a crash left it.
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') rmSync(address, { force: true })
  } finally {
    socket.destroy()
  }
}
