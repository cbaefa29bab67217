// Webhooks of many payments at once, as after an outage of the service: how long does the merchant's event loop
// stall? Each is signed, changes an outcome, and makes the server call the service. The comparison is a bare node:http handler that
// checks the signatures and answers. The service and the senders are in this process.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFakeServiceServer } from '../support/fake-service-server.ts'
import { hostedOrigin, signed } from '../unit/merchant/fake-service.ts'
import type { Benchmark, Row } from './benchmark.ts'
import { type Started, startProcess } from './child-processes.ts'
import { createSession, startServerAt, webhookSecret } from './merchant-under-test.ts'
import type { BareWebhooks } from './processes/bare-webhooks.ts'

const allowedMs = 50
const connections = 100
/** Processed before the measurement, to compile the code. */
const warmUp = 100
const timeoutMs = 120_000

interface Webhook {
  readonly body: string
  readonly signature: string
}

interface Storm {
  readonly longestStallMs: number
  /** The time until all were answered. */
  readonly perSecond: number
}

/** Sends all, over a number of connections. @throws for another status than 200 */
async function send(port: number, webhooks: readonly Webhook[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const beganAt = performance.now()
  await Promise.all(webhooks.map((webhook) => sendOne(agent, port, webhook)))
  const tookMs = performance.now() - beganAt
  agent.destroy()
  return (webhooks.length / tookMs) * 1_000
}

async function sendOne(agent: Agent, port: number, { body, signature }: Webhook): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature }
  const asked = request({ agent, port, host: '127.0.0.1', path: '/webhooks/payins', method: 'POST', headers })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`A webhook was answered with ${answer.statusCode}.`)
}

/** A service that has authorized every payment of the server, and the server. */
async function startWorld(count: number) {
  const upstream = await startFakeServiceServer()
  const { service } = upstream
  const { server, port } = await startServerAt(upstream.origin, { HOSTED_PAGE_ORIGINS: hostedOrigin })
  await createSession(`http://127.0.0.1:${port}`)
  await server.ask('copySession', count)
  const pressed = service.only()
  const webhooks = (await server.ask('ownPayins')).map(({ id, reference, session }) => {
    const returnUrl = new URL(pressed.return_url)
    returnUrl.searchParams.set('session', session)
    const payin = { ...pressed, id, reference, status: 'AUTHORIZED', return_url: returnUrl.href }
    service.payins.set(id, payin)
    return signed(payin, payin.status, webhookSecret)
  })
  return {
    server,
    port,
    webhooks,
    async close() {
      await server.end()
      upstream.close()
    },
  }
}

type World = Awaited<ReturnType<typeof startWorld>>

async function untilWorkedThrough({ server }: World): Promise<void> {
  const beganAt = performance.now()
  while ((await server.ask('webhooksLeft')) > 0) {
    if (performance.now() - beganAt > timeoutMs) throw new Error('The webhooks are not worked through.')
    await sleep(200)
  }
}

async function stormOf(world: World): Promise<Storm> {
  const { server, port, webhooks } = world
  await send(port, webhooks.slice(0, warmUp))
  await untilWorkedThrough(world)
  await server.ask('watchLoop')
  const perSecond = await send(port, webhooks.slice(warmUp))
  await untilWorkedThrough(world)
  return { perSecond, longestStallMs: await server.ask('longestStallMs') }
}

async function bareStorm(bare: Started<BareWebhooks>, webhooks: readonly Webhook[]): Promise<Storm> {
  const port = await bare.ask('port')
  await send(port, webhooks.slice(0, warmUp))
  await bare.ask('watchLoop')
  const perSecond = await send(port, webhooks.slice(warmUp))
  return { perSecond, longestStallMs: await bare.ask('longestStallMs') }
}

const text = ({ longestStallMs, perSecond }: Storm) =>
  `${longestStallMs.toFixed(1)} ms, ${perSecond.toFixed(0)} answers a second`

export const webhookStorm: Benchmark = async ({ webhooks: count }, report) => {
  report(`${count} webhooks over ${connections} connections`)
  const world = await startWorld(count + warmUp)
  try {
    const ours = await stormOf(world)
    const bare = await startProcess<BareWebhooks>('bare-webhooks.ts', {
      PAYMENTS_WEBHOOK_SECRET: webhookSecret,
    })
    const theirs = await bareStorm(bare, world.webhooks)
    await bare.end()
    const benchmark = `longest stall of the event loop in a storm of ${count} webhooks`
    const row = (comparedWith: string, ratio: number, budget: Row['budget']): Row => ({
      benchmark,
      ours: text(ours),
      comparedWith,
      ratio,
      budget,
    })
    return [
      row(`what is allowed, ${allowedMs} ms`, ours.longestStallMs / allowedMs, { atMost: 1 }),
      row(`bare node:http, ${text(theirs)}`, ours.longestStallMs / theirs.longestStallMs, null),
    ]
  } finally {
    await world.close()
  }
}
