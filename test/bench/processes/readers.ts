// The clients, in a process of their own: their sockets and their work must not count as the server's.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createAnswerParser } from './answer-parser.ts'
import { answerBench } from './answering.ts'
import { machineMs } from './cost.ts'

const sockets = new Set<Socket>()
/** When each held read heard the news. */
let changedAt: Promise<number>[] = []

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.add(socket)
  return socket
}

const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`

/** One open tab: asks to be held until there is news, and again when there was none, as the widget does. @returns when it heard */
function untilChanged(socket: Socket, path: string, etag: string): Promise<number> {
  const asked = request(path, `if-none-match: ${etag}\r\nprefer: wait=25\r\n`)
  return new Promise((resolve, reject) => {
    const parse = createAnswerParser(({ status, text }) => {
      if (status === 304) socket.write(asked)
      else if (status === 200) resolve(machineMs())
      else reject(new Error(`A held read was answered ${status}: ${text}`))
    })
    socket.on('data', parse)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the connection of a held read.')))
    socket.write(asked)
  })
}

interface Hold {
  readonly port: number
  /** Asked for in turns. */
  readonly paths: readonly string[]
  readonly etag: string
  readonly count: number
}

/** Opens tabs, each of which asks at once. Resolves when all have asked. */
async function hold({ port, paths, etag, count }: Hold): Promise<void> {
  const opened = Array.from({ length: count }, () => open(port))
  await Promise.all(opened.map((socket) => once(socket, 'connect')))
  for (const socket of opened) {
    const time = untilChanged(socket, paths[changedAt.length % paths.length] ?? '/', etag)
    // Told to whoever asks for it; nobody may have yet.
    time.catch(() => undefined)
    changedAt.push(time)
  }
}

interface Load {
  readonly port: number
  readonly path: string
  /** Of the session that the clients have; `null` when they have none. */
  readonly etag: string | null
  readonly connections: number
  readonly ms: number
}

/** Asks again on each connection as soon as it was answered, for so long. */
async function load({ port, path, etag, connections, ms }: Load): Promise<{ answers: number; ms: number }> {
  const asked = request(path, etag === null ? '' : `if-none-match: ${etag}\r\n`)
  const expected = etag === null ? 200 : 304
  let answers = 0
  const opened = Array.from({ length: connections }, () => open(port))
  await Promise.all(opened.map((socket) => once(socket, 'connect')))
  const beganAt = machineMs()
  const untilMs = beganAt + ms
  const done = opened.map(
    (socket) =>
      new Promise<void>((resolve, reject) => {
        const parse = createAnswerParser(({ status, text }) => {
          if (status !== expected) return reject(new Error(`A read was answered ${status}: ${text}`))
          answers++
          if (machineMs() < untilMs) socket.write(asked)
          else resolve()
        })
        socket.on('data', parse)
        socket.on('error', reject)
        socket.write(asked)
      }),
  )
  const stayAwake = keepAwake()
  await Promise.all(done)
  const tookMs = machineMs() - beganAt
  stayAwake()
  closeAll()
  return { answers, ms: tookMs }
}

/**
 * The loop never waits for the system. To wake a process that sleeps costs who writes to it more than the answer does;
 * and clients only ever sleep where the server is the slower side. @returns ends it
 */
function keepAwake(): () => void {
  let next = setImmediate(function again() {
    next = setImmediate(again)
  })
  return () => clearImmediate(next)
}

function closeAll(): void {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  changedAt = []
}

const commands = {
  hold,
  /** When the last of the held reads heard the news. */
  lastHeard: async () => Math.max(...(await Promise.all(changedAt))),
  load,
  closeAll,
}
export type Readers = typeof commands

answerBench(commands)
