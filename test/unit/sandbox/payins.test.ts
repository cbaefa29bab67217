import { describe, expect, it } from 'vitest'
import { createTimers } from '../../../src/sandbox/clock.ts'
import { createFakeClock } from './fake-clock.ts'
import { apiKey, openSandbox, payinBody } from './sandbox-under-test.ts'

const halfAnHourMs = 30 * 60_000

describe('a new payin', () => {
  it('is dated by the clock and expires half an hour later', async () => {
    const payin = await openSandbox().create()
    expect([payin.created_at, payin.expires_at]).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T12:30:00.000Z',
    ])
  })

  it('sends the payer to an address that does not contain the id', async () => {
    const payin = await openSandbox().create()
    expect(payin.redirect_url).toMatch(/^http:\/\/localhost\/pay\/[\w-]{32}$/)
    expect(payin.redirect_url).not.toContain(payin.id)
  })

  it('sends the payer to the origin under which the merchant reached it', async () => {
    const { app } = openSandbox()
    const response = await app.request('http://127.0.0.1:4100/api/v2/payins', {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, 'Idempotency-Key': 'k', 'Content-Type': 'application/json' },
      body: JSON.stringify(payinBody()),
    })
    const { redirect_url } = (await response.json()) as { redirect_url: string }
    expect(new URL(redirect_url).origin).toBe('http://127.0.0.1:4100')
  })

  it('has another hosted address each time', async () => {
    const { create } = openSandbox()
    expect((await create()).redirect_url).not.toBe((await create()).redirect_url)
  })
})

describe('the life of a payin', () => {
  it('expires an initiated payin too', async () => {
    const { create, payins, read, clock } = openSandbox()
    const { id } = await create()
    payins.open(id)
    await clock.advance(halfAnHourMs)
    expect((await read(id)).status).toBe('EXPIRED')
  })

  it('reads as EXPIRED after its time even when the timer never ran', async () => {
    const clock = createFakeClock()
    const { create, read } = openSandbox({ clock: { ...clock, setTimeout: () => () => {} } })
    const { id } = await create()
    await clock.advance(halfAnHourMs)
    expect((await read(id)).status).toBe('EXPIRED')
  })

  it('does not expire once it is authorized', async () => {
    const { create, payins, read, clock } = openSandbox({ settleDelayMs: 2 * halfAnHourMs })
    const { id } = await create()
    payins.authorize(id)
    await clock.advance(halfAnHourMs)
    expect((await read(id)).status).toBe('AUTHORIZED')
  })

  it('keeps its first final status, whatever the payer decides afterwards', async () => {
    const { create, payins, read } = openSandbox()
    const { id } = await create()
    payins.fail(id, 'DECLINED_BY_PAYER')
    payins.authorize(id)
    expect(await read(id)).toMatchObject({ status: 'FAILED', status_details: 'DECLINED_BY_PAYER' })
  })

  it('leaves nothing waiting after it has ended', async () => {
    const { create, payins, clock } = openSandbox()
    const { id } = await create()
    payins.fail(id, 'OTHER')
    expect(clock.pending()).toBe(0)
  })
})

it('a delay that is longer than a Node timer can hold is waited for', async () => {
  const clock = createFakeClock()
  const asked: number[] = []
  const setTimeout: typeof clock.setTimeout = (run, ms) => {
    asked.push(ms)
    return clock.setTimeout(run, ms)
  }
  let fired = false
  createTimers({ ...clock, setTimeout }).after(2 ** 31 + 5, () => {
    fired = true
  })
  await clock.advance(2 ** 31 + 4)
  expect(fired).toBe(false)
  await clock.advance(1)
  expect(fired).toBe(true)
  expect(asked).toEqual([2 ** 31 - 1, 6])
})
