// A TCP proxy that stands for the network between a server and its database, and for the database's machine.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /**
   * From now on the connections that are open carry nothing, in either direction, and nobody is told: what is sent is
   * lost, and no end of a connection is seen. New connections work.
   * @param machine `gone`: the database's side has ended with the machine; `alive`: only the network is gone, so what was
   *   begun there stays open; `another`: it is gone, and who took its address breaks a connection once something comes
   */
  silence(machine: Machine): void
  /**
   * The next transaction with these words is committed, and its answer and all after it on that connection is lost.
   * @returns resolves when that has happened
   */
  loseCommitAfter(words: string): Promise<void>
  close(): Promise<void>
}

export type Machine = 'gone' | 'alive' | 'another'

interface Pair {
  readonly near: Socket
  readonly far: Socket
  isSilent: boolean
  /** What comes is answered by the end of the connection. */
  isUnknown: boolean
  /** Its transaction holds the words whose commit gets lost. */
  isMarked: boolean
}

/** Listens on a free port and passes everything on to this port of the loopback interface. */
export async function startTcpProxy(to: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let losing: { readonly words: string; readonly lost: () => void } | undefined

  function pass(pair: Pair, chunk: Buffer, to: Socket): void {
    if (pair.isUnknown) pair.near.resetAndDestroy()
    if (pair.isSilent) return
    to.write(chunk)
    if (to !== pair.far || !losing) return
    if (chunk.includes(losing.words)) pair.isMarked = true
    if (!pair.isMarked || !chunk.includes('commit')) return
    pair.isSilent = true
    losing.lost()
    losing = undefined
  }

  // Half-open, or the system would answer the end of a connection that nobody should have seen.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true })
    const pair: Pair = { near, far, isSilent: false, isUnknown: false, isMarked: false }
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
