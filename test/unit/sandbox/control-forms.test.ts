import { describe, expect, it } from 'vitest'
import { turns } from '../../support/timeline.ts'
import { hook, openControl, origin, ownPage } from './control-under-test.ts'

/** The tag of an input. @param id of the input */
const inputOf = (text: string, id: string) => new RegExp(`<input id="${id}"[^>]*>`).exec(text)?.[0]

describe('moving an object by form', () => {
  it('puts a payin into any state and comes back to its page', async () => {
    const { create, submit, page, read, received } = openControl()
    const { id } = await create({ webhook_url: hook })
    const order = { status: 'FAILED', status_details: 'PROVIDER_ERROR' }
    const answer = await submit(`/sandbox/panel/payins/${id}`, order)
    expect([answer.status, answer.location]).toEqual([303, `/sandbox/payins/${id}?done=moved`])
    expect(await read(id)).toMatchObject(order)
    expect(received).toHaveLength(1)
    expect((await page(answer.location ?? '')).text).toContain('role="status">Moved.')
  })

  it('moves without details when none are chosen', async () => {
    const { create, submit, read } = openControl()
    const { id } = await create()
    await submit(`/sandbox/panel/payins/${id}`, { status: 'SETTLED', status_details: '' })
    expect((await read(id)).status).toBe('SETTLED')
    expect(await read(id)).not.toHaveProperty('status_details')
  })

  it('moves a payout, a bank transfer, and an on-ramp in either of its states', async () => {
    const { submit, makePayout, makeBankTransfer, makeOnRamp, payouts, bankTransfers, onRamps } =
      openControl()
    const [payout, transfer, onRamp] = [makePayout(), makeBankTransfer(), makeOnRamp()]
    await submit(`/sandbox/panel/payouts/${payout.id}`, { status: 'PROCESSING' })
    await submit(`/sandbox/panel/bank-transfers/${transfer.uuid}`, { paymentStatus: 'FAILED_INTENT' })
    await submit(`/sandbox/panel/on-ramps/${onRamp.uuid}`, {
      paymentStatus: '',
      bankDepositStatus: 'FAILED',
    })
    expect(payouts.find(payout.id)?.status).toBe('PROCESSING')
    expect(bankTransfers.find(transfer.uuid)?.paymentStatus).toBe('FAILED_INTENT')
    expect(onRamps.find(onRamp.uuid)).toMatchObject({ paymentStatus: 'INTENT', bankDepositStatus: 'FAILED' })
  })

  it('shows the page again with the error beside the field', async () => {
    const { create, submit, read } = openControl()
    const { id } = await create()
    const { status, text } = await submit(`/sandbox/panel/payins/${id}`, { status: 'REFUNDED' })
    expect(status).toBe(422)
    expect(text).toContain('<title>Please check:')
    expect(text).toContain('id="status-error">Choose one of the list.')
    expect((await read(id)).status).toBe('CREATED')
  })

  it('says that an on-ramp has no such status, and that something must be chosen', async () => {
    const { submit, makeOnRamp } = openControl()
    const path = `/sandbox/panel/on-ramps/${makeOnRamp().uuid}`
    const never = await submit(path, { paymentStatus: 'AUTHORIZED', bankDepositStatus: '' })
    expect([never.status, never.text]).toEqual([
      422,
      expect.stringContaining('An on-ramp is never AUTHORIZED.'),
    ])
    const nothing = await submit(path, { paymentStatus: '', bankDepositStatus: '' })
    expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining('id="paymentStatus-error"')])
  })

  it('answers 404 in the same look for an unknown id', async () => {
    const { status, text } = await openControl().submit('/sandbox/panel/payins/nobody', { status: 'FAILED' })
    expect([status, text]).toEqual([404, expect.stringContaining('<h1>Not found</h1>')])
  })
})

describe('the clock by form', () => {
  it.each([
    ['1', 'min', 60_000],
    ['24', 'h', 86_400_000],
    ['1.001', 's', 1_001],
    ['2', 'd', 172_800_000],
    ['1500', 'ms', 1_500],
  ])('goes forward by %s %s', async (amount, unit, ms) => {
    const { submit, state } = openControl()
    expect((await submit('/sandbox/panel/clock', { amount, unit })).location).toBe('/sandbox?done=clock')
    expect((await state()).clock.ahead_ms).toBe(ms)
  })

  it('goes to the moment of the next change from an object’s page, and back there', async () => {
    const { create, page, submit, read } = openControl()
    const { id } = await create()
    const { text } = await page(`/sandbox/payins/${id}`)
    const [, amount = ''] = /name="amount" value="(\d+)"/.exec(text) ?? []
    const answer = await submit('/sandbox/panel/clock', { amount, unit: 'ms', back: `/sandbox/payins/${id}` })
    expect(answer.location).toBe(`/sandbox/payins/${id}?done=clock`)
    expect((await read(id)).status).toBe('EXPIRED')
  })

  it.each(['', '0', '-5', 'soon', '400'])('refuses "%s" days, and keeps what was typed', async (amount) => {
    const { submit, state } = openControl()
    const { status, text } = await submit('/sandbox/panel/clock', { amount, unit: 'd' })
    expect(status).toBe(422)
    expect(text).toContain('id="amount-error"')
    expect(inputOf(text, 'amount')).toContain('aria-invalid="true"')
    expect(inputOf(text, 'amount')).toContain(`value="${amount}"`)
    expect(text).toContain('<option value="d" selected>')
    expect((await state()).clock.ahead_ms).toBe(0)
  })
})

describe('faults by form', () => {
  it('switches one on with its parameters, chance, count and operations', async () => {
    const { submit, faults } = openControl()
    const { location } = await submit('/sandbox/panel/faults', {
      fault: 'error',
      status: '503',
      work: 'done',
      chance: '0.5',
      count: '3',
      operations: ['createPayin', 'getPayin'],
    })
    expect(location).toBe('/sandbox/panel/faults?done=fault_on')
    expect(faults.show().faults).toEqual([
      {
        id: 1,
        fault: 'error',
        status: 503,
        work: 'done',
        chance: 0.5,
        count: 3,
        operations: ['createPayin', 'getPayin'],
        left: 3,
        struck: 0,
      },
    ])
  })

  it.each([
    [{ retry_after: '120' }, 120],
    [{ retry_after: 'Fri, 20 Nov 2026 12:00:30 GMT' }, 'Fri, 20 Nov 2026 12:00:30 GMT'],
    [{ retry_after: '' }, undefined],
  ])('understands Retry-After %j', async (fields, expected) => {
    const { submit, faults } = openControl()
    await submit('/sandbox/panel/faults', { fault: 'rate_limit', chance: '1', count: '', ...fields })
    const [fault] = faults.show().faults
    expect(fault && 'retry_after' in fault ? fault.retry_after : undefined).toBe(expected)
  })

  it('switches each one on with what its form holds at first', async () => {
    const { page, submit, faults } = openControl()
    const { text } = await page('/sandbox/panel/faults')
    const forms = text.split('<details').slice(1)
    for (const form of forms) await submit('/sandbox/panel/faults', fieldsOf(form))
    expect(forms).toHaveLength(11)
    expect(faults.show().faults.map(({ fault }) => fault)).toEqual(forms.map((form) => fieldsOf(form).fault))
  })

  it('shows the form again, open, with the error beside the field and what was typed and ticked', async () => {
    const { submit, faults } = openControl()
    const { status, text } = await submit('/sandbox/panel/faults', {
      fault: 'latency',
      ms: 'long',
      chance: '7',
      operations: ['listBanks'],
    })
    expect(status).toBe(422)
    expect(text.match(/<details open/g)).toHaveLength(1)
    expect(text).toContain('value="long"')
    expect(text).toMatch(/class="field-error" id="latency-ms-error"/)
    expect(text).toMatch(/class="field-error" id="latency-chance-error"/)
    expect(text.match(/value="listBanks" checked/g)).toHaveLength(1)
    expect(faults.show().faults).toEqual([])
  })

  it('refuses a fault that it does not know', async () => {
    const { status, text } = await openControl().submit('/sandbox/panel/faults', { fault: 'explode' })
    expect([status, text]).toEqual([422, expect.stringContaining('Choose one of the faults below.')])
  })

  it('switches off one fault, or all, and returns to the page of the button', async () => {
    const { submit, faults } = openControl()
    for (const ms of [1, 2, 3]) faults.add({ fault: 'latency', ms, chance: 1 })
    const one = await submit('/sandbox/panel/faults/2/remove', { back: '/sandbox' })
    expect(one.location).toBe('/sandbox?done=fault_off')
    expect(faults.show().faults.map(({ id }) => id)).toEqual([1, 3])
    await submit('/sandbox/panel/faults/clear')
    expect(faults.show().faults).toEqual([])
    expect((await submit('/sandbox/panel/faults/2/remove')).status).toBe(404)
  })
})

describe('reset and resend by form', () => {
  it('lists what a reset deletes, and deletes it', async () => {
    const { create, page, submit, state } = openControl()
    await create()
    expect((await page('/sandbox/panel/reset')).text).toContain('1 payin, 1 payer')
    const { location } = await submit('/sandbox/panel/reset', { seed: '42' })
    expect(location).toBe('/sandbox?done=reset')
    expect(await state()).toMatchObject({ seed: 42, payins: [], requests: [] })
  })

  it('deletes nothing when the seed is invalid', async () => {
    const { create, submit, payins } = openControl()
    await create()
    const { status, text } = await submit('/sandbox/panel/reset', { seed: 'abc' })
    expect([status, text]).toEqual([422, expect.stringContaining('Give a whole number from 0')])
    expect(payins.list()).toHaveLength(1)
  })

  it('sends a webhook again', async () => {
    const { create, payins, submit, received, deliveries } = openControl()
    payins.open((await create({ webhook_url: hook })).id)
    await turns()
    const { status } = await submit(`/sandbox/panel/deliveries/${deliveries[0]?.id}`)
    expect([status, received.length]).toEqual([303, 2])
    expect((await submit('/sandbox/panel/deliveries/nobody')).status).toBe(404)
  })
})

describe('a posted form', () => {
  it.each([
    'https://hostile.example',
    '//hostile.example',
    '/sandboxes',
    '/sandbox\r\nX: 1',
    '/sandbox//..',
    '',
  ])('returns to no other page: %j', async (back) => {
    const { location } = await openControl().submit('/sandbox/panel/clock', { amount: '1', unit: 's', back })
    expect(new URL(location ?? '', origin).origin).toBe(origin)
    expect(location).toMatch(/^\/(sandbox)?[^/]/)
  })

  it('leads an address that only takes forms to the overview when it is opened by hand', async () => {
    const response = await openControl().app.request('/sandbox/panel/clock')
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/sandbox'])
  })

  it('answers a body that is no form with a page', async () => {
    const { app } = openControl()
    const headers = { ...ownPage, 'Content-Type': 'application/json' }
    const response = await app.request('/sandbox/panel/reset', { method: 'POST', headers, body: '{}' })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('could not be read'),
    ])
  })
})

/** The values of an unchanged form, as a browser sends them. */
function fieldsOf(form: string): Record<string, string> {
  const inputs = [...form.matchAll(/<input (?!type="checkbox")[^>]*?name="(\w+)"[^>]*?value="([^"]*)"/g)]
  const selects = [...form.matchAll(/<select [^>]*?name="(\w+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name, options = '']) => {
      const chosen =
        /<option value="([^"]*)" selected>/.exec(options) ?? /<option value="([^"]*)"/.exec(options)
      return [name, chosen?.[1] ?? '']
    },
  )
  return Object.fromEntries([...inputs.map(([, name, value]) => [name, value]), ...selects])
}
