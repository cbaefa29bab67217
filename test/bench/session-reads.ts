// How many reads of a session the server answers in a second, beside its own framework with one route that answers the
// same, bare and with the same headers. Measured and compared in turns. The processor time is reported too:
// if the clients are the slower side, both rates are theirs, and only the processor time shows the difference.
import type { Benchmark, Row } from './benchmark.ts'
import { type Started, startProcess } from './child-processes.ts'
import { startMerchant } from './merchant-under-test.ts'
import type { BareHono } from './processes/bare-hono.ts'
import type { Readers } from './processes/readers.ts'
import { median, medianRatio } from './statistics.ts'

const connections = 32

interface Side {
  readonly name: string
  readonly server: Pick<Started<BareHono>, 'ask' | 'end'>
  readonly port: number
}

interface Round {
  readonly perSecond: number
  readonly processorUs: number
}

export const sessionReads: Benchmark = async ({ rounds, roundMs }, report) => {
  const merchant = await startMerchant(1)
  const path = merchant.paths[0] ?? '/'
  const { etag, text, headers } = await merchant.read()
  const answered = { etag, session: JSON.parse(text) }
  const bare = await startProcess<BareHono>('bare-hono.ts')
  await bare.ask('willAnswer', { ...answered, headers: [] })
  const dressed = await startProcess<BareHono>('bare-hono.ts')
  await dressed.ask('willAnswer', { ...answered, headers })
  const readers = await startProcess<Readers>('readers.ts')

  async function round({ server, port }: Side, known: string | null): Promise<Round> {
    const before = await server.ask('processorMs')
    const { answers, ms } = await readers.ask('load', { port, path, etag: known, connections, ms: roundMs })
    const used = (await server.ask('processorMs')) - before
    return { perSecond: (answers / ms) * 1000, processorUs: (used / answers) * 1000 }
  }

  const sides: readonly Side[] = [
    { name: 'ours', server: merchant.server as Side['server'], port: merchant.port },
    { name: 'bare Hono', server: bare, port: await bare.ask('port') },
    { name: `Hono with our ${headers.length} headers`, server: dressed, port: await dressed.ask('port') },
  ]
  async function inTurns(what: string, known: string | null): Promise<Row[]> {
    report(`${what}, ${rounds} rounds of ${roundMs} ms for each of three servers`)
    const taken: Round[][] = sides.map(() => [])
    // The first round of each is not counted: the JavaScript engine still optimizes the code.
    for (let n = 0; n <= rounds; n++) {
      for (const [i, side] of sides.entries()) {
        const one = await round(side, known)
        if (n > 0) taken[i]?.push(one)
      }
    }
    return rowsOf(what, sides, taken, known === null ? null : { atLeast: 0.8 })
  }

  const rows = [
    ...(await inTurns('reads of a session that the client has', etag)),
    ...(await inTurns('reads of a session that is new to it', null)),
  ]
  await Promise.all([merchant.server, bare, dressed, readers].map((process) => process.end()))
  return rows
}

const measures = [
  { of: 'perSecond', title: 'a second', text: (value: number) => value.toFixed(0) },
  { of: 'processorUs', title: 'processor time', text: (value: number) => `${value.toFixed(1)} µs` },
] as const

/** The budget of reads a second, compared with the framework with our headers. */
function rowsOf(
  what: string,
  sides: readonly Side[],
  taken: readonly Round[][],
  budget: Row['budget'],
): Row[] {
  const [ours = [], ...others] = taken
  return measures.flatMap(({ of, title, text }) =>
    others.map((theirs, i) => {
      const [a, b] = [ours, theirs].map((rounds) => rounds.map((round) => round[of])) as [number[], number[]]
      return {
        benchmark: `${what}, ${title}`,
        ours: text(median(a)),
        comparedWith: `${sides[i + 1]?.name}, ${text(median(b))}`,
        ratio: medianRatio(a, b),
        budget: i === 1 && of === 'perSecond' ? budget : null,
      }
    }),
  )
}
