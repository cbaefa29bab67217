// The clients, in a separate process, so that their sockets and their work do not count as the server's.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createAnswerParser } from './answer-parser.ts'
import { answerBench } from './answering.ts'
import { machineMs } from './cost.ts'

const sockets = new Set<Socket>()
/** When each held read received the change. */
let changedAt: Promise<number>[] = []

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.add(socket)
  return socket
}

const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`

/** One open tab: holds a read until a change, and repeats it after a 304, as the widget does. @returns when it received the change */
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
  /** Read in turns. */
  readonly paths: readonly string[]
  readonly etag: string
  readonly count: number
}

/** Opens tabs, each of which sends a read at once. Resolves when all are sent. */
async function hold({ port, paths, etag, count }: Hold): Promise<void> {
  const opened = Array.from({ length: count }, () => open(port))
  await Promise.all(opened.map((socket) => once(socket, 'connect')))
  for (const socket of opened) {
    const time = untilChanged(socket, paths[changedAt.length % paths.length] ?? '/', etag)
    // `lastChangeAt` reports a rejection later; until then it must not count as unhandled.
    time.catch(() => undefined)
    changedAt.push(time)
  }
}

interface Load {
  readonly port: number
  readonly path: string
  /** ETag of the clients' session; `null` when they have none. */
  readonly etag: string | null
  readonly connections: number
  readonly ms: number
}

/** Repeats requests on each connection for a time, each after the last answer. */
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
 * Keeps the event loop busy. Waking a sleeping process costs the writing server more than the answer does,
 * and clients sleep only if the server is the slower side. @returns a function that stops it
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
  /** When the last held read received the change. */
  lastChangeAt: async () => Math.max(...(await Promise.all(changedAt))),
  load,
  closeAll,
}
export type Readers = typeof commands

answerBench(commands)
