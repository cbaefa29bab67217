// Promises about crashes: the merchant's server is killed at a bad moment and started again.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Broken, NotChecked, type PromiseContext, type ServerPromise } from '../promise.ts'
import type { ServerProcess } from '../server-process.ts'
import { createPayment, expectComplete, onePayinOf } from './steps.ts'

const needsStart = 'add --start "<command>" so that your server can be killed and started again'

export const crashes: readonly ServerPromise[] = [
  {
    id: 'restart',
    statement: 'A payment survives a restart of the server',
    remedy: 'Store sessions in a database that survives the process.',
    async check(context) {
      const server = serverOf(context)
      const created = await createPayment(context)
      await server.kill()
      await server.start()
      const read = await context.shop.read(created.session)
      if (read.id !== created.session.id)
        throw new Broken('The session has a different id after the restart.')
      await context.service.move(created.payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await expectComplete(context, created, context.sweepTimeoutMs)
    },
  },
  {
    id: 'killed-in-press',
    statement: 'If the server dies during a press, no second payment is made',
    remedy:
      'Pass the Idempotency-Key of the request on to the service. Store the request before you send it: after a ' +
      'restart, the same key must be sent with the same body.',
    async check(context) {
      const server = serverOf(context)
      const key = randomUUID()
      await onePayinOf(context, async (each) => {
        // The service creates the payin at once and delays the answer by a second.
        await context.service.fault('latency', 1, { operations: ['createPayin'], ms: 1_000 })
        const create = context.shop.create(each, { key }).catch(() => null)
        await sleep(500)
        await server.kill()
        await create
        // By now the service has finished the request.
        await sleep(1_000)
        await server.start()
        await context.shop.createUntilAccepted(each, { key })
      })
    },
  },
  {
    id: 'killed-before-news',
    statement: 'A payment that arrives while the server is down is found after the restart',
    remedy:
      'Answer 2xx to a webhook only after you have stored it; the service repeats the others. Also read open payins regularly.',
    async check(context) {
      const server = serverOf(context)
      const created = await createPayment(context)
      await server.kill()
      await context.service.move(created.payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await server.start()
      await expectComplete(context, created, context.sweepTimeoutMs)
    },
  },
]

/** @throws {NotChecked} */
function serverOf({ server }: PromiseContext): ServerProcess {
  if (!server) throw new NotChecked(needsStart)
  return server
}
