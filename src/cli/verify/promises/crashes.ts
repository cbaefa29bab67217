// The shop's server dies at a bad moment, and comes back.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Broken, NotChecked, type Promised, type Trial } from '../promise.ts'
import type { ServerProcess } from '../server-process.ts'
import { hears, isPaid, onFreshOrder, onlyOne, pressed } from './steps.ts'

const needsStart = 'add --start "<command>" so that your server can be killed and started again'

export const crashes: readonly Promised[] = [
  {
    id: 'restart',
    says: 'A payment is still there after the server was restarted',
    remedy: 'Keep sessions in a database that outlives the process.',
    async hold(trial) {
      const server = serverOf(trial)
      const { order, session, payin } = await pressed(trial)
      await server.kill()
      await server.start()
      const read = await trial.shop.read(session)
      if (read.id !== session.id) throw new Broken('The session has another id after a restart.')
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await hears(trial, session, 'complete', trial.patienceMs)
      await isPaid(trial, order)
    },
  },
  {
    id: 'killed-in-press',
    says: 'A press during which the server dies costs no second payment',
    remedy:
      'Send the key of the request on to the service, and write down what you are about to send before you send it: after a ' +
      'restart the same key must bring the same body.',
    async hold(trial) {
      const server = serverOf(trial)
      const key = randomUUID()
      const { payins, order } = await onFreshOrder(trial, async (each) => {
        // The payin is made, and its answer on the way for a second.
        await trial.service.fault('latency', 1, { operations: ['createPayin'], ms: 1_000 })
        const press = trial.shop.press(each, { key }).catch(() => null)
        await sleep(500)
        await server.kill()
        await press
        // The service has finished what it had begun.
        await sleep(1_000)
        await server.start()
        await trial.shop.pressUntilTaken(each, { key })
      })
      onlyOne(trial, payins, order)
    },
  },
  {
    id: 'killed-before-news',
    says: 'A payment that arrives while the server is down is found when it is back',
    remedy:
      'Answer 2xx to a webhook only once it is written down; the service sends the others again. Ask about open payins, too.',
    async hold(trial) {
      const server = serverOf(trial)
      const { order, session, payin } = await pressed(trial)
      await server.kill()
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await server.start()
      await hears(trial, session, 'complete', trial.patienceMs)
      await isPaid(trial, order)
    },
  },
]

/** @throws {NotChecked} */
function serverOf({ server }: Trial): ServerProcess {
  if (!server) throw new NotChecked(needsStart)
  return server
}
