import { expect, test } from 'vitest'
import { createBackground } from '../../../src/merchant/background.ts'
import { createLog, inRequest } from '../../../src/merchant/log.ts'
import { turns } from '../../support/timeline.ts'

/** A background queue whose work ends when the test ends it. */
function createTestBackground() {
  const logged: string[] = []
  const log = createLog((line) => logged.push(line))
  const background = createBackground(log)
  const ends: (() => void)[] = []
  let begun = 0
  return {
    background,
    log,
    logged,
    begun: () => begun,
    run: () =>
      background.run(() => {
        begun++
        return new Promise((resolve) => ends.push(resolve))
      }),
    async endAll() {
      while (ends.length > 0) {
        for (const end of ends.splice(0)) end()
        await turns(1)
      }
    },
  }
}

test('a flood of work runs 16 at a time, and what exceeds a line of a thousand is dropped', async () => {
  const { run, begun, endAll, background, logged } = createTestBackground()
  const taken = Array.from({ length: 1_100 }, run).filter(Boolean).length
  expect([taken, begun()]).toEqual([1_016, 16])
  expect(logged.filter((line) => line.includes('background_full'))).toHaveLength(84)
  await endAll()
  await background.idle()
  expect(begun()).toBe(1_016)
})

test('a server that shuts down also waits for the work in line', async () => {
  const { run, endAll, background } = createTestBackground()
  for (let n = 0; n < 40; n++) run()
  let isIdle = false
  const idle = background.idle().then(() => {
    isIdle = true
  })
  await turns(3)
  expect(isIdle).toBe(false)
  await endAll()
  await idle
})

test('queued work is logged under its own request, and failed work lets the next one start', async () => {
  const { run, endAll, background, log, logged } = createTestBackground()
  for (let n = 0; n < 16; n++) run()
  await inRequest('the-request', async () => {
    background.run(async () => {
      log('worked')
      throw new Error('no')
    })
  })
  await endAll()
  await background.idle()
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'worked', request: 'the-request' },
    { event: 'background_failed', request: 'the-request' },
  ])
})

test('work that fails because Postgres restarts is logged as that', async () => {
  const { background, logged } = createTestBackground()
  const restarting = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  background.run(() => Promise.reject(restarting))
  await background.idle()
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ event: 'database_away' }])
})
