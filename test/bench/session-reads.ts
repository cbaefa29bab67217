// How many reads of a session the server answers in a second, beside its own framework with one route that answers the
// same. Taken in turns, and compared turn by turn. The processor's time is told as well: where the clients are the slower
// side, both rates are theirs, and only the time tells the two servers apart.
import type { Benchmark, Row } from './benchmark.ts'
import { type Started, startProcess } from './child-processes.ts'
import { startMerchant } from './merchant-under-test.ts'
import type { BareHono } from './processes/bare-hono.ts'
import type { Readers } from './processes/readers.ts'
import { median, medianRatio } from './statistics.ts'

const connections = 32

interface Side {
  readonly server: Pick<Started<BareHono>, 'ask' | 'end'>
  readonly port: number
}

interface Round {
  readonly perSecond: number
  readonly processorUs: number
}

export const sessionReads: Benchmark = async ({ rounds, roundMs }, say) => {
  const merchant = await startMerchant(1)
  const path = merchant.paths[0] ?? '/'
  const { etag, text } = await merchant.read()
  const bare = await startProcess<BareHono>('bare-hono.ts')
  await bare.ask('willAnswer', { etag, session: JSON.parse(text) })
  const readers = await startProcess<Readers>('readers.ts')

  async function round({ server, port }: Side, known: string | null): Promise<Round> {
    const before = await server.ask('processorMs')
    const { answers, ms } = await readers.ask('load', { port, path, etag: known, connections, ms: roundMs })
    const used = (await server.ask('processorMs')) - before
    return { perSecond: (answers / ms) * 1000, processorUs: (used / answers) * 1000 }
  }

  const sides: readonly Side[] = [
    { server: merchant.server as Side['server'], port: merchant.port },
    { server: bare, port: await bare.ask('port') },
  ]
  async function inTurns(what: string, known: string | null): Promise<Row[]> {
    say(`${what}, ${rounds} rounds of ${roundMs} ms for each of two servers`)
    const taken: Round[][] = sides.map(() => [])
    // The first of each is not counted: the engine is still learning what is hot.
    for (let n = 0; n <= rounds; n++) {
      for (const [i, side] of sides.entries()) {
        const one = await round(side, known)
        if (n > 0) taken[i]?.push(one)
      }
    }
    return rowsOf(what, taken)
  }

  const rows = [
    ...(await inTurns('reads of a session that the client has', etag)),
    ...(await inTurns('reads of a session that is new to it', null)),
  ]
  await Promise.all([merchant.server.end(), bare.end(), readers.end()])
  return rows
}

function rowsOf(what: string, taken: readonly Round[][]): Row[] {
  const samples = (of: keyof Round) => taken.map((rounds) => rounds.map((round) => round[of]))
  return [
    rowOf(`${what}, a second`, samples('perSecond'), (value) => value.toFixed(0), { atLeast: 0.8 }),
    rowOf(`${what}, processor time`, samples('processorUs'), (value) => `${value.toFixed(1)} µs`, null),
  ]
}

function rowOf(
  benchmark: string,
  [ours = [], bare = []]: readonly (readonly number[])[],
  text: (value: number) => string,
  budget: Row['budget'],
): Row {
  return {
    benchmark,
    ours: text(median(ours)),
    comparedWith: `bare Hono, ${text(median(bare))}`,
    ratio: medianRatio(ours, bare),
    budget,
  }
}
