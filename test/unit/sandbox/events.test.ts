// `GET /sandbox/events`: the events that a client receives, and the memory and timers that an open stream needs.
import { describe, expect, it } from 'vitest'
import { createJournal } from '../../../src/sandbox/journal.ts'
import { turns } from '../../support/timeline.ts'
import { hook, openControl } from './control-under-test.ts'
import { payinBody } from './sandbox-under-test.ts'

type StreamedEvent = { id: string; event: string; data: Record<string, unknown> }

/** Reads chunk by chunk. Each chunk is one event or one comment. */
async function follow(app: ReturnType<typeof openControl>['app'], path = '', headers: HeadersInit = {}) {
  const response = await app.request(`/sandbox/events${path}`, { headers })
  const reader = response.body?.getReader()
  if (!reader) throw new Error('An answer without a body.')
  const chunk = async () => new TextDecoder().decode((await reader.read()).value)
  return { response, chunk, next: async () => parse(await chunk()), stop: () => reader.cancel() }
}

function parse(chunk: string): StreamedEvent {
  const {
    id = '',
    event = '',
    data = '{}',
  } = Object.fromEntries(chunk.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)))
  return { id, event, data: JSON.parse(data) }
}

describe('the event stream', () => {
  it('reports a call when it starts and when it is answered, without the API key', async () => {
    const { app, create } = openControl()
    const { response, next } = await follow(app)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')
    expect(await next()).toMatchObject({ event: 'hello', data: { run: expect.any(String) } })
    await create()
    const [started, ended] = [await next(), await next()]
    const call = { method: 'POST', path: '/api/v2/payins', idempotency_key: 'key-1' }
    expect(started).toMatchObject({ event: 'call.started', data: { ...call, status: null } })
    expect(ended).toMatchObject({ event: 'call.ended', data: { ...call, status: 201 } })
    expect(ended.data.id).toBe(started.data.id)
    expect(JSON.stringify([started, ended])).not.toContain('test_key_of_this_merchant')
  })

  it('reports the end of a cut call without a status', async () => {
    const { app, faults, post } = openControl()
    const { next } = await follow(app)
    faults.add({ fault: 'cut', work: 'done', chance: 1 })
    await expect(post(payinBody())).rejects.toThrow('cut the connection')
    await next()
    expect([await next(), await next()]).toMatchObject([
      { event: 'call.started' },
      { event: 'call.ended', data: { status: null } },
    ])
  })

  it('reports each webhook attempt twice, and the first event does not change later', async () => {
    const { app, create, payins, merchant } = openControl()
    let answer = (_: Response) => {}
    merchant.answer = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const { id } = await create({ webhook_url: hook })
    const { next } = await follow(app)
    await next()
    payins.open(id)
    await turns()
    answer(new Response('thanks', { status: 200 }))
    await turns()
    const [started, ended] = [await next(), await next()]
    expect(started).toMatchObject({
      event: 'webhook.started',
      data: { object_id: id, attempt: 1, url: hook, status: null, answer: null },
    })
    expect(ended).toMatchObject({ event: 'webhook.ended', data: { status: 200, answer: 'thanks' } })
    expect(ended.data.id).toBe(started.data.id)
  })

  it('reports a lost webhook once, with the reason', async () => {
    const { app, create, payins, faults } = openControl()
    faults.add({ fault: 'webhook_lost', chance: 1 })
    const { id } = await create({ webhook_url: hook })
    const { next } = await follow(app)
    await next()
    payins.open(id)
    expect(await next()).toMatchObject({
      event: 'webhook.ended',
      data: { status: null, error: 'lost by the fault "webhook_lost"' },
    })
  })

  it('reports a retry as an attempt of its own', async () => {
    const { app, create, payins, merchant, clock } = openControl()
    merchant.answer = async () => new Response(null, { status: 500 })
    const { id } = await create({ webhook_url: hook })
    const { next } = await follow(app)
    await next()
    payins.open(id)
    await clock.advance(1_000)
    const events = [await next(), await next(), await next(), await next()]
    expect(events.map(({ event, data }) => [event, data.attempt, data.error])).toEqual([
      ['webhook.started', 1, null],
      ['webhook.ended', 1, 'expected a 2xx status'],
      ['webhook.started', 2, null],
      ['webhook.ended', 2, 'expected a 2xx status'],
    ])
  })

  it('reports a reset, without the deleted objects', async () => {
    const { app, create, steer } = openControl()
    const late = await follow(app)
    await late.next()
    await create()
    await steer('/sandbox/reset', { seed: 7 })
    expect(await late.next()).toMatchObject({ event: 'reset', data: { seed: 7 } })
    const fromStart = await follow(app, '?from=start')
    await fromStart.next()
    expect(await fromStart.next()).toMatchObject({ event: 'reset' })
  })
})

describe('the start of a stream', () => {
  it('is the moment of the request, not of the first read', async () => {
    const { app, create, call } = openControl()
    await create()
    const { next } = await follow(app)
    await call('GET', '/banks')
    await next()
    expect(await next()).toMatchObject({ data: { path: '/api/v2/banks' } })
  })

  it('is the first event of the run, on request', async () => {
    const { app, create } = openControl()
    await create()
    const { next } = await follow(app, '?from=start')
    await next()
    expect(await next()).toMatchObject({ event: 'call.started', data: { path: '/api/v2/payins' } })
  })

  it('is after the last event that the client has seen, also when that was only hello', async () => {
    const { app, call } = openControl()
    const first = await follow(app)
    const { id: greeting } = await first.next()
    await call('GET', '/banks')
    const { id: started } = await first.next()
    await first.stop()
    const second = await follow(app, '', { 'Last-Event-ID': greeting })
    await second.next()
    expect((await second.next()).id).toBe(started)
    const third = await follow(app, '', { 'Last-Event-ID': started })
    await third.next()
    expect(await third.next()).toMatchObject({ event: 'call.ended' })
  })

  it.each([
    ['another run', () => 'f3b1c2d4-0000-4000-8000-000000000000.2'],
    ['a number that is still to come', (run: string) => `${run}.999`],
    ['no number', (run: string) => `${run}.-1`],
    ['nothing of ours', () => 'ï'],
  ])('is the start, when the last seen event is of %s', async (_, seen) => {
    const { app, call } = openControl()
    const { data } = await (await follow(app)).next()
    await call('GET', '/banks')
    const { next } = await follow(app, '', { 'Last-Event-ID': seen(String(data.run)) })
    await next()
    expect(await next()).toMatchObject({ event: 'call.started' })
  })

  it('is refused when it is neither now nor start', async () => {
    expect((await openControl().app.request('/sandbox/events?from=monday')).status).toBe(400)
  })
})

describe('an open stream', () => {
  it('sends a comment every 15 seconds', async () => {
    const { app, clock } = openControl()
    const { next, chunk } = await follow(app)
    await next()
    for (const _ of [1, 2]) {
      const comment = chunk()
      await clock.advance(15_000)
      expect(await comment).toBe(': still here\n\n')
    }
  })

  it('leaves no timer after the client disconnects', async () => {
    const { app, clock } = openControl()
    const { next, chunk, stop } = await follow(app)
    await next()
    const before = clock.pending()
    void chunk()
    await turns()
    expect(clock.pending()).toBe(before + 1)
    await stop()
    await turns()
    expect(clock.pending()).toBe(before)
  })

  it('starts nothing for HEAD, and takes no POST', async () => {
    const { app, clock } = openControl()
    const response = await app.request('/sandbox/events', { method: 'HEAD' })
    await turns()
    expect([response.status, clock.pending()]).toEqual([200, 0])
    const refused = await app.request('/sandbox/events', { method: 'POST' })
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('ends with the sandbox', async () => {
    const { app, dispose } = openControl()
    const { next, response, chunk } = await follow(app)
    await next()
    const rest = chunk()
    await turns()
    dispose()
    expect(await rest).toBe('')
    expect(response.body?.locked).toBe(true)
  })
})

describe('the journal', () => {
  it('keeps the newest events, and counts what a slow reader has missed', () => {
    const journal = createJournal(3)
    for (const n of [1, 2, 3, 4, 5]) journal.add('reset', { n })
    expect(journal.after(0)).toMatchObject({ missed: 2, event: { number: 3, data: { n: 3 } } })
    expect(journal.after(1)).toMatchObject({ missed: 1 })
    expect(journal.after(2)).toMatchObject({ missed: 0, event: { number: 3 } })
    expect(journal.after(4)).toMatchObject({ missed: 0, event: { number: 5 } })
    expect(journal.after(5)).toEqual({ missed: 0, event: undefined })
  })

  it('does not count events as missed that a reset deleted', () => {
    const journal = createJournal(3)
    journal.add('call.started', {})
    journal.clear()
    expect(journal.after(0)).toEqual({ missed: 0, event: undefined })
    journal.add('reset', {})
    expect(journal.after(0)).toMatchObject({ missed: 0, event: { number: 2 } })
  })

  it('buffers nothing for a listener that does not read', async () => {
    const { app, call, clock } = openControl()
    const response = await app.request('/sandbox/events')
    const before = clock.pending()
    for (let n = 0; n < 50; n++) await call('GET', '/banks')
    expect(clock.pending()).toBe(before)
    // All 100 events are still in the shared list: the stream has buffered none.
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(first.match(/^event:/gm)).toHaveLength(1)
  })
})
