// An order with another session that is complete or authorized: what the shopper sees, and that nothing can pay it again.
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { type Mounted, mount, mountPayout } from './mounted.ts'

const paid = { order_outcome: 'complete', redirect_url: null } as const
const promised = { order_outcome: 'authorized', redirect_url: null } as const

async function waiting(): Promise<Mounted> {
  const mounted = mount({ amount: '49.90', currency: 'EUR', methods: 'card crypto_transfer' })
  await mounted.startPaying()
  return mounted
}

/** Each state of a session that is not final, and how the shopper gets there. */
const ways: Record<string, () => Promise<Mounted>> = {
  'made before by the server': async () => {
    const mounted = mount({ session: 'cs_1' })
    await mounted.read({})
    // Nothing is read in this state. Only a wake-up reads.
    await mounted.ports.wake.wake('focus')
    return mounted
  },
  'being paid': waiting,
  'given up': async () => {
    const mounted = await waiting()
    mounted.element.cancel()
    return mounted
  },
  failed: async () => {
    const mounted = await waiting()
    await mounted.read({ status: 'FAILED' })
    mounted.element.check()
    return mounted
  },
  expired: async () => {
    const mounted = await waiting()
    await mounted.read({ status: 'EXPIRED' })
    mounted.element.check()
    return mounted
  },
}
const statusOf: Record<string, string> = { failed: 'FAILED', expired: 'EXPIRED' }

describe.each(Object.keys(ways))('a session that is %s', (way) => {
  const status = statusOf[way] ?? 'CREATED'

  test('of a paid order shows that and offers no button', async () => {
    const mounted = await (ways[way] as () => Promise<Mounted>)()
    await mounted.read({ status, ...paid })

    await expect
      .element(mounted.screen.getByText('This order has already been paid', { exact: true }))
      .toBeVisible()
    expect([mounted.button().elements(), mounted.all('fieldset')]).toEqual([[], []])
    expect(mounted.emitted.filter(({ name }) => name === 'error')).toHaveLength(1)
    expect(mounted.element.state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
  })

  test('of an order with another authorized session shows that, without a button or an event, and comes back', async () => {
    const mounted = await (ways[way] as () => Promise<Mounted>)()
    const seen = mounted.button().elements().length
    const emittedBefore = mounted.emitted.length
    await mounted.read({ status, ...promised })
    expect(mounted.text()).toContain('Payment received')
    expect([mounted.button().elements(), mounted.all('fieldset'), mounted.emitted.length]).toEqual([
      [],
      [],
      emittedBefore,
    ])
    mounted.element.open()
    await settle()
    expect(mounted.emitted).toHaveLength(emittedBefore)

    await mounted.read({ status, order_outcome: 'open' })
    expect(mounted.text()).not.toContain('Payment received')
    expect(mounted.button().elements().length).toBeGreaterThan(0)
    expect(mounted.button().elements().length).toBeLessThanOrEqual(seen + 1)
  })
})

test('the time left is not shown while another session of the order is authorized', async () => {
  const mounted = await waiting()
  await mounted.read({ ...promised, expires_at: '2026-11-20T14:50:00Z' })

  expect(mounted.all('[part=time]')).toEqual([])
})

describe('a payout', () => {
  const payout = { kind: 'payout', status: 'CREATED', redirect_url: null } as const

  test('that was received by another session shows a payout’s message, without a field', async () => {
    const mounted = mountPayout()
    await mounted.read({ ...payout, ...paid })

    expect(mounted.text()).toContain('This payout has already been received')
    expect(mounted.all('input, button')).toEqual([])
  })

  test('that is authorized by another session comes back with the typed code', async () => {
    const mounted = mountPayout()
    await mounted.read(payout)
    await mounted.screen.getByLabelText('Your code').fill('K7QM')
    await mounted.read({ ...payout, ...promised })
    expect([mounted.text().includes('on its way'), mounted.all('input, button')]).toEqual([true, []])
    await mounted.read({ ...payout, order_outcome: 'open' })

    expect(mounted.field().value).toBe('K7QM')
  })
})

describe('two payments that are open', () => {
  test('are reported at once, with advice, and another choice can be made', async () => {
    const mounted = mount({ methods: 'card crypto_transfer' })
    mounted.element.open()
    await mounted.ports.merchant.create.last.fail({
      kind: 'two_open',
      message: 'developer only',
      retryable: false,
      retryAfterMs: 60_000,
    })
    await mounted.ports.clock.advance(120_000)

    expect(mounted.text()).toContain('Two payments for this order are already open.')
    expect(mounted.ports.merchant.create.calls).toHaveLength(1)
    expect([mounted.ports.windows.blank, mounted.emitted.at(-1)?.event.detail]).toMatchObject([
      [],
      { kind: 'two_open' },
    ])
    await expect.element(mounted.radio('Cryptocurrency')).toBeVisible()
    await expect.element(mounted.button('Try again')).toBeVisible()
  })
})
