import { expect, test } from 'vitest'
import { createBackground } from '../../../src/merchant/background.ts'
import { createLog, inRequest } from '../../../src/merchant/log.ts'
import { turns } from '../../support/timeline.ts'

/** A background whose work ends when the test says so. */
function working() {
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

test('a flood of work does a little at a time, and beyond a thousand in line it is left undone', async () => {
  const { run, begun, endAll, background, logged } = working()
  const taken = Array.from({ length: 1_100 }, run).filter(Boolean).length
  expect([taken, begun()]).toEqual([1_016, 16])
  expect(logged.filter((line) => line.includes('background_full'))).toHaveLength(84)
  await endAll()
  await background.idle()
  expect(begun()).toBe(1_016)
})

test('a server that goes down waits for what is in line as well', async () => {
  const { run, endAll, background } = working()
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

test('work that waited in line still names its request, and work that fails lets the next one in', async () => {
  const { run, endAll, background, log, logged } = working()
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
