// What a shopper can do if the endpoint refuses to return the session.
import { expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { aFault } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

async function refuse({ ports: { merchant, clock } }: Mounted): Promise<void> {
  await settle()
  merchant.read.willAnswer(aFault('forbidden'), aFault('forbidden'))
  await merchant.read.last.fail(aFault('forbidden'))
  await clock.advance(5_000)
}

test.each([
  ['without an order', { order: '', session: 'cs_1' }],
  ['beside an order and ways to pay it', { session: 'cs_1', methods: 'card crypto_transfer' }],
])('a session whose reads are refused %s can be read again', async (_where, attributes) => {
  const mounted = mount(attributes)
  await refuse(mounted)
  expect(mounted.text()).toContain('The payment could not be started')
  expect(mounted.all('fieldset')).toEqual([])
  await mounted.button('Try again').click()
  await mounted.read({})

  await expect.element(mounted.button(/^Pay/)).toBeVisible()
  expect(mounted.ports.merchant.create.calls).toEqual([])
  expect(mounted.emitted.map(({ name }) => name)).toEqual(['error'])
})

test('check() reads again, also in a disabled element', async () => {
  const mounted = mount({ order: '', session: 'cs_1' })
  await refuse(mounted)
  mounted.element.disabled = true
  mounted.element.check()
  await mounted.read({ status: 'COMPLETED' })

  expect(mounted.element.state.phase).toBe('complete')
})
