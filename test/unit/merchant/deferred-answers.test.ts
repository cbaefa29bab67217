import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createDeferredAnswers } from '../../../src/merchant/http/deferred-answers.ts'
import { turns } from '../../support/timeline.ts'

/** An app with one route that defers requests with a preference, until the test delivers the result. */
function createDeferringApp() {
  const deferred = createDeferredAnswers<string>()
  const app = new Hono()
  app.fetch = deferred.around(app.fetch)
  let rounds = 0
  let deliver: (result: string) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  app.onError((error, c) => c.text(error.message, 503))
  app.get('/', async (c) => {
    rounds++
    const held = deferred.of(c.req.raw)
    if (held) return c.text(await held.awaited)
    const result = new Promise<string>((resolve, reject) => {
      deliver = resolve
      fail = reject
    })
    if (c.req.header('prefer') === 'wait=20') deferred.defer(c.req.raw, result)
    return c.text('nothing new', 200, { 'x-first': 'yes' })
  })
  return {
    ask: async (prefer?: string) => app.request('/', { headers: prefer ? { prefer } : {} }),
    deliver: (result: string) => deliver(result),
    fail: (error: Error) => fail(error),
    rounds: () => rounds,
  }
}

test('a deferred request is answered by its second round, and nothing of the first is sent', async () => {
  const { ask, deliver, rounds } = createDeferringApp()
  const asked = ask('wait=20')
  await turns()
  expect(rounds()).toBe(1)

  deliver('result')

  const answer = await asked
  expect([await answer.text(), answer.headers.get('x-first'), rounds()]).toEqual(['result', null, 2])
})

test.each([undefined, 'respond-async'])(
  'a request that prefers %s is answered in one round',
  async (prefer) => {
    const { ask, rounds } = createDeferringApp()

    expect(await (await ask(prefer)).text()).toBe('nothing new')

    expect(rounds()).toBe(1)
  },
)

test('a failure of the deferred work gets the usual error answer', async () => {
  const { ask, fail } = createDeferringApp()
  const asked = ask('wait=20')
  await turns()

  fail(new Error('The database is away.'))

  const answer = await asked
  expect([answer.status, await answer.text()]).toEqual([503, 'The database is away.'])
})

test('a failure after a failed first round leaves no unhandled rejection', async () => {
  const deferred = createDeferredAnswers<string>()
  const app = new Hono()
  app.fetch = deferred.around(app.fetch)
  app.get('/', (c) => {
    deferred.defer(c.req.raw, Promise.reject(new Error('no database')))
    // Hono rethrows what is not an Error.
    throw 'broken'
  })
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  await expect(app.request('/', { headers: { prefer: 'wait=20' } })).rejects.toBe('broken')
  await turns()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
