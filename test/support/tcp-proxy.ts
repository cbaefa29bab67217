// A TCP proxy that simulates the network between a server and its database, and failures of the database's machine.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /**
   * From now on the open connections silently drop all data in both directions, and
   * no end of a connection is reported. New connections work.
   * @param machine `gone`: the database's side has ended with the machine; `alive`: only the network is gone, so
   *   transactions stay open there; `another`: a new machine has its address and resets a connection when data arrives
   */
  silence(machine: Machine): void
  /**
   * The next transaction that contains this text is committed, and its answer and all later data on that connection are lost.
   * @returns resolves when that has happened
   */
  loseCommitAfter(words: string): Promise<void>
  /** How often a client has sent something after its last answer. */
  readonly roundTrips: number
  close(): Promise<void>
}

export type Machine = 'gone' | 'alive' | 'another'

interface Pair {
  readonly near: Socket
  readonly far: Socket
  isSilent: boolean
  /** Incoming data ends the connection. */
  isUnknown: boolean
  /** Its transaction contains the text whose commit gets lost. */
  isMarked: boolean
  /** The client has sent something and has no answer yet. */
  isAsking: boolean
}

/** Listens on a free port and forwards everything to this port of the loopback interface. */
export async function startTcpProxy(to: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let roundTrips = 0
  let losing: { readonly words: string; readonly lost: () => void } | undefined

  function pass(pair: Pair, chunk: Buffer, to: Socket): void {
    if (pair.isUnknown) pair.near.resetAndDestroy()
    if (pair.isSilent) return
    const isAsking = to === pair.far
    if (isAsking && !pair.isAsking) roundTrips++
    pair.isAsking = isAsking
    to.write(chunk)
    if (to !== pair.far || !losing) return
    if (chunk.includes(losing.words)) pair.isMarked = true
    if (!pair.isMarked || !chunk.includes('commit')) return
    pair.isSilent = true
    losing.lost()
    losing = undefined
  }

  // Half-open, or the system would acknowledge an end of the connection that must stay hidden.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true })
    const pair: Pair = { near, far, isSilent: false, isUnknown: false, isMarked: false, isAsking: false }
    pairs.add(pair)
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('data', (chunk) => pass(pair, chunk, other))
      from.on('end', () => pair.isSilent || other.end())
      from.on('close', () => pair.isSilent || other.destroy())
      from.on('error', () => undefined)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')

  return {
    port: address.port,
    get roundTrips() {
      return roundTrips
    },
    silence(machine) {
      for (const pair of pairs) {
        pair.isSilent = true
        pair.isUnknown = machine === 'another'
        if (machine !== 'alive') pair.far.destroy()
      }
    },
    loseCommitAfter: (words) =>
      new Promise((resolve) => {
        losing = { words, lost: resolve }
      }),
    async close() {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
