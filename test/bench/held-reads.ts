// Reads that are held until a change: the cost of 10 000 of them in one process, and the time until all receive the change. Compared
// with the same requests, held and answered by node:http alone.
//
// The server holds a read for 25 s at most, also here: after a 304 the client repeats its read,
// as the widget does. The bench measures the reads that are held at that moment.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark, Row } from './benchmark.ts'
import { type Started, startProcess } from './child-processes.ts'
import { holdable } from './machine.ts'
import { startMerchant } from './merchant-under-test.ts'
import type { BareHolder } from './processes/bare-holder.ts'
import type { Memory } from './processes/cost.ts'
import type { Readers } from './processes/readers.ts'
import { median } from './statistics.ts'

const samples = 5
const timeoutMs = 60_000
const settlingMs = 2_000
/** By then, all have repeated their read. */
const askingAgainMs = 27_000
/**
 * Fewer than the queue in which the system keeps connections for the server, and no more than it looks up within the ten
 * seconds for which it waits for a request.
 */
const openedAtOnce = 200
/** Held and answered before the measurement, to compile the code, which also takes memory. */
const warmUpReads = 50

/** The commands of both servers, with the same names. */
type Server = Pick<Started<BareHolder>, 'ask' | 'end'>

type Clients = Started<Readers>

interface Target {
  readonly server: Server
  readonly port: number
  readonly paths: readonly string[]
  /** The ETag of an up-to-date client. */
  readonly etag: () => Promise<string>
}

interface Cost {
  readonly held: number
  readonly heapBytes: number
  readonly residentBytes: number
  readonly answeredMs: number
}

/**
 * Waits until all are held, or as many as possible: after 25 s the first reads are repeated, and from then on some always are.
 * @returns how many are
 * @throws when it takes a minute
 */
async function untilHeld(server: Server, count: number): Promise<number> {
  const beganAt = performance.now()
  for (;;) {
    const held = await server.ask('held')
    const waitedMs = performance.now() - beganAt
    const enough = waitedMs < settlingMs ? 1 : waitedMs < askingAgainMs ? 0.99 : 0.9
    if (held === count || held > count * enough) return held
    if (waitedMs > timeoutMs) throw new Error(`Only ${held} of ${count} reads were held.`)
    await sleep(20)
  }
}

const medianOf = (memory: readonly Memory[], of: keyof Memory) => median(memory.map((sample) => sample[of]))

/** Holds a number of reads, measures, changes the sessions, and waits until all have received the change. */
async function holdOnce(
  { server, port, paths, etag }: Target,
  readers: Clients,
  count: number,
): Promise<Cost> {
  const before = await server.ask('memorySamples', samples)
  let held = 0
  for (let opened = 0; opened < count; ) {
    const more = Math.min(openedAtOnce, count - opened)
    await readers.ask('hold', { port, paths, etag: await etag(), count: more })
    opened += more
    held = await untilHeld(server, opened)
  }
  const during = await server.ask('memorySamples', samples)
  const changedAt = await server.ask('changeAll')
  const heardAt = await readers.ask('lastChangeAt')
  await readers.ask('closeAll')
  const perRead = (of: keyof Memory) => (medianOf(during, of) - medianOf(before, of)) / held
  return {
    held,
    heapBytes: perRead('heapBytes'),
    residentBytes: perRead('residentBytes'),
    answeredMs: heardAt - changedAt,
  }
}

/** Uses a new process, because a round would reuse memory that an earlier one has freed. */
async function costOf(target: Target, readers: Clients, count: number): Promise<Cost> {
  await holdOnce(target, readers, Math.min(warmUpReads, count))
  await untilHeld(target.server, 0)
  const cost = await holdOnce(target, readers, count)
  await target.server.end()
  return cost
}

interface Pair {
  readonly ours: Cost
  readonly bare: Cost
}

/** The cost of our server and of the bare server, for a number of sessions. */
async function sideBySide(sessions: number, readers: Clients, count: number): Promise<Pair> {
  const merchant = await startMerchant(sessions)
  const { text } = await merchant.read()
  const etag = async () => (await merchant.read()).etag
  const ours = await costOf({ ...merchant, server: merchant.server as Server, etag }, readers, count)

  const server = await startProcess<BareHolder>('bare-holder.ts')
  await server.ask('willAnswer', text)
  const target = { server, port: await server.ask('port'), paths: merchant.paths, etag: async () => '"1"' }
  return { ours, bare: await costOf(target, readers, count) }
}

function rowsOf(over: string, { ours, bare }: Pair): Row[] {
  const row = (
    what: string,
    of: keyof Cost,
    text: (value: number) => string,
    budget: Row['budget'],
  ): Row => ({
    benchmark: `${what}, ${over}`,
    ours: text(ours[of]),
    comparedWith: `bare node:http, ${text(bare[of])}`,
    ratio: ours[of] / bare[of],
    budget,
  })
  const bytes = (value: number) => `${(value / 1024).toFixed(1)} KiB`
  return [
    row('heap per held read', 'heapBytes', bytes, { atMost: 2 }),
    row('resident memory per held read', 'residentBytes', bytes, null),
    row('last answer after the change', 'answeredMs', (value) => `${Math.round(value)} ms`, { atMost: 2.5 }),
  ]
}

export const heldReads: Benchmark = async ({ held: wanted, sessions }, report) => {
  const count = Math.min(wanted, holdable())
  if (count < wanted)
    report(`Only ${count} reads instead of ${wanted}: one process may not open more files here (ulimit -n).`)
  const readers = await startProcess<Readers>('readers.ts')
  report(`holding ${count} reads of one session`)
  const one = await sideBySide(1, readers, count)
  report(`holding ${count} reads of ${sessions} sessions`)
  const many = await sideBySide(sessions, readers, count)
  await readers.end()
  const held: Row = {
    benchmark: 'reads held in one process',
    ours: String(many.ours.held),
    comparedWith: `${wanted} tabs`,
    ratio: many.ours.held / wanted,
    budget: { atLeast: 0.99 },
  }
  return [held, ...rowsOf('1 session', one), ...rowsOf(`${sessions} sessions`, many)]
}
