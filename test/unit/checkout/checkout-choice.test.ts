// How a checkout sends the shopper's choice to the merchant's server. Another choice makes another attempt.
import { expect, test } from 'vitest'
import type { CheckoutOptions } from '../../../src/checkout/checkout.ts'
import type { Kind } from '../../../src/protocol/kind.ts'
import type { Payment } from '../../../src/protocol/method.ts'
import { aFault, aSession, changedRead } from '../../support/sessions.ts'
import { startCheckout, startPaying } from '../../support/started-checkout.ts'
import { pair } from './two-checkouts.ts'

/** A checkout whose shopper can choose again at any time. */
function choosing(payment: Payment) {
  const options: { -readonly [Key in keyof CheckoutOptions]?: CheckoutOptions[Key] } = { payment }
  const started = startCheckout(options)
  return {
    ...started,
    choose(next: Payment) {
      options.payment = next
    },
    creates: () =>
      started.ports.merchant.create.calls.map(({ request }) => [
        request.body.payment?.method,
        request.key.at(-1),
      ]),
  }
}

test('the create request carries the choice, and no choice where the hosted page asks', () => {
  const chosen = choosing({ method: 'bank_account', bank_id: 'b-1' })
  const open = startCheckout()
  chosen.checkout.open()
  open.checkout.open()

  expect(chosen.ports.merchant.create.last.request.body.payment).toEqual({
    method: 'bank_account',
    bank_id: 'b-1',
  })
  expect(open.ports.merchant.create.last.request.body).not.toHaveProperty('payment')
})

test('a press with another method after a failure makes a new attempt', async () => {
  const { checkout, ports, read, choose, creates } = choosing({ method: 'card' })
  checkout.open()
  await ports.merchant.create.last.answer(aSession())
  await read({ status: 'FAILED' })
  choose({ method: 'crypto_transfer' })
  checkout.open()

  expect(creates()).toEqual([
    ['card', '1'],
    ['crypto_transfer', '2'],
  ])
})

test('the same choice after a cancel opens the same session, because two could both be paid', async () => {
  const { checkout, ports, creates } = choosing({ method: 'card' })
  checkout.open()
  await ports.merchant.create.last.answer(aSession())
  checkout.cancel()
  checkout.open()
  await ports.merchant.link.last.answer(aSession())

  expect(creates()).toHaveLength(1)
  expect(checkout.state.phase).toBe('waiting')
})

test('another choice after a cancel sends a create request, because the server knows which payments are open', async () => {
  const { checkout, ports, choose, creates } = choosing({ method: 'card' })
  checkout.open()
  await ports.merchant.create.last.answer(aSession())
  checkout.cancel()
  choose({ method: 'bank_account' })
  checkout.open()

  expect(creates().at(-1)?.[0]).toBe('bank_account')
})

test('another kind after a cancel sends a create request, because the old hosted page is for the old kind', async () => {
  const options: { kind: Kind } = { kind: 'payin' }
  const { checkout, ports } = startCheckout(options)
  checkout.open()
  await ports.merchant.create.last.answer(aSession())
  checkout.cancel()
  options.kind = 'bank_transfer'
  checkout.open()

  expect(ports.merchant.create.calls.map(({ request }) => request.body.kind)).toEqual([
    'payin',
    'bank_transfer',
  ])
})

test('another kind after a reload and a cancel sends a create request, too', async () => {
  const before = await startPaying()
  before.stop()
  const { ports, checkout } = startCheckout({ kind: 'on_ramp' }, { ports: before.ports })
  await ports.merchant.read.last.answer(changedRead())
  checkout.cancel()
  checkout.open()

  expect(ports.merchant.create.calls.map(({ request }) => request.body.kind)).toEqual(['payin', 'on_ramp'])
})

test('another kind in a second element, after a cancel, sends a create request', async () => {
  const { ports, bar, column } = pair({ kind: 'payin' }, { kind: 'bank_transfer' })
  bar.checkout.open()
  await ports.merchant.create.last.answer(aSession())
  column.checkout.cancel()
  column.checkout.open()

  expect(ports.merchant.create.calls.map(({ request }) => request.body.kind)).toEqual([
    'payin',
    'bank_transfer',
  ])
})

test('a session that the page names is opened again after a cancel, whatever its kind', async () => {
  const { checkout, ports } = startCheckout({ session: 'cs_1' })
  await ports.merchant.read.last.answer(changedRead({ kind: 'bank_transfer' }))
  checkout.open()
  checkout.cancel()
  checkout.open()
  await ports.merchant.link.last.answer(aSession({ kind: 'bank_transfer' }))

  expect(ports.merchant.create.calls).toEqual([])
  expect(checkout.state.phase).toBe('waiting')
})

test('a press after a lost connection keeps its key, so that the server can tell a retry from a second payment', async () => {
  const { checkout, ports, creates } = choosing({ method: 'card' })
  checkout.open()
  const fault = { ...aFault('unavailable'), retryAfterMs: 200_000 }
  await ports.merchant.create.last.fail(fault)
  checkout.open()

  expect(creates()).toEqual([
    ['card', '1'],
    ['card', '1'],
  ])
})

test('another choice after a lost connection gets a new key, because a key belongs to one request', async () => {
  const { checkout, ports, choose, creates } = choosing({ method: 'card' })
  checkout.open()
  await ports.merchant.create.last.fail({ ...aFault('unavailable'), retryAfterMs: 200_000 })
  choose({ method: 'service_wallet' })
  checkout.open()

  expect(new Set(creates().map(([, key]) => key)).size).toBe(2)
})
