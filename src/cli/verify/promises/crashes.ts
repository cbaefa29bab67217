// The shop's server dies at a bad moment, and comes back.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Broken, NotChecked, type PromiseContext, type ServerPromise } from '../promise.ts'
import type { ServerProcess } from '../server-process.ts'
import { createPayment, expectOnePayin, expectOutcome, expectPaid, onFreshOrder } from './steps.ts'

const needsStart = 'add --start "<command>" so that your server can be killed and started again'

export const crashes: readonly ServerPromise[] = [
  {
    id: 'restart',
    statement: 'A payment is still there after the server was restarted',
    remedy: 'Keep sessions in a database that outlives the process.',
    async check(context) {
      const server = serverOf(context)
      const { order, session, payin } = await createPayment(context)
      await server.kill()
      await server.start()
      const read = await context.shop.read(session)
      if (read.id !== session.id) throw new Broken('The session has another id after a restart.')
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await expectOutcome(context, session, 'complete', context.sweepTimeoutMs)
      await expectPaid(context, order)
    },
  },
  {
    id: 'killed-in-press',
    statement: 'A press during which the server dies costs no second payment',
    remedy:
      'Send the key of the request on to the service, and write down what you are about to send before you send it: after a ' +
      'restart the same key must bring the same body.',
    async check(context) {
      const server = serverOf(context)
      const key = randomUUID()
      const { payins, order } = await onFreshOrder(context, async (each) => {
        // The payin is made, and its answer on the way for a second.
        await context.service.fault('latency', 1, { operations: ['createPayin'], ms: 1_000 })
        const create = context.shop.create(each, { key }).catch(() => null)
        await sleep(500)
        await server.kill()
        await create
        // The service has finished what it had begun.
        await sleep(1_000)
        await server.start()
        await context.shop.createUntilAccepted(each, { key })
      })
      expectOnePayin(context, payins, order)
    },
  },
  {
    id: 'killed-before-news',
    statement: 'A payment that arrives while the server is down is found when it is back',
    remedy:
      'Answer 2xx to a webhook only once it is written down; the service sends the others again. Ask about open payins, too.',
    async check(context) {
      const server = serverOf(context)
      const { order, session, payin } = await createPayment(context)
      await server.kill()
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await server.start()
      await expectOutcome(context, session, 'complete', context.sweepTimeoutMs)
      await expectPaid(context, order)
    },
  },
]

/** @throws {NotChecked} */
function serverOf({ server }: PromiseContext): ServerProcess {
  if (!server) throw new NotChecked(needsStart)
  return server
}
