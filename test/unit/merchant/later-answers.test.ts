import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createDeferredAnswers } from '../../../src/merchant/http/deferred-answers.ts'
import { turns } from '../../support/timeline.ts'

/** An app with one route, which puts off whoever has a preference until the test says what has come. */
function puttingOff() {
  const later = createDeferredAnswers<string>()
  const app = new Hono()
  app.fetch = later.around(app.fetch)
  let rounds = 0
  let come: (news: string) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  app.onError((error, c) => c.text(error.message, 503))
  app.get('/', async (c) => {
    rounds++
    const held = later.of(c.req.raw)
    if (held) return c.text(await held.awaited)
    const news = new Promise<string>((resolve, reject) => {
      come = resolve
      fail = reject
    })
    if (c.req.header('prefer') === 'wait=20') later.defer(c.req.raw, news)
    return c.text('nothing new', 200, { 'x-first': 'yes' })
  })
  return {
    ask: async (prefer?: string) => app.request('/', { headers: prefer ? { prefer } : {} }),
    come: (news: string) => come(news),
    fail: (error: Error) => fail(error),
    rounds: () => rounds,
  }
}

test('a request that is put off is answered by its second round, and nothing of the first is sent', async () => {
  const { ask, come, rounds } = puttingOff()
  const asked = ask('wait=20')
  await turns()
  expect(rounds()).toBe(1)

  come('news')

  const answer = await asked
  expect([await answer.text(), answer.headers.get('x-first'), rounds()]).toEqual(['news', null, 2])
})

test.each([undefined, 'respond-async'])(
  'a request that prefers %s is answered in one round',
  async (prefer) => {
    const { ask, rounds } = puttingOff()

    expect(await (await ask(prefer)).text()).toBe('nothing new')

    expect(rounds()).toBe(1)
  },
)

test('what is waited for may fail: the app answers that as any other error', async () => {
  const { ask, fail } = puttingOff()
  const asked = ask('wait=20')
  await turns()

  fail(new Error('The database is away.'))

  const answer = await asked
  expect([answer.status, await answer.text()]).toEqual([503, 'The database is away.'])
})

test('what is waited for may fail after a first round that failed: nothing is left unhandled', async () => {
  const later = createDeferredAnswers<string>()
  const app = new Hono()
  app.fetch = later.around(app.fetch)
  app.get('/', (c) => {
    later.defer(c.req.raw, Promise.reject(new Error('no database')))
    // What is not an Error, Hono throws on.
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
