// A shop may find one order under several spellings of its id: a number as "7" and "007", a UUID in capitals, a text in any
// letter case. All of them must be one order here, too, or each spelling can be paid once.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findsAnySpelling, spellingOf } from '../../support/any-spelling.ts'
import { useWorld } from './harness.ts'

const world = useWorld({ options: { ordersOn: findsAnySpelling } })

describe('an order under another spelling of its id', () => {
  test('has the same open session', async () => {
    const { pay, service } = world()
    const { id, reference } = await pay('A-1001')

    for (const spelling of [1, 2, 3])
      expect(await pay(spellingOf('A-1001', spelling))).toMatchObject({ id, reference })

    expect([reference, service.payins.size]).toEqual(['A-1001', 1])
  })

  test('cannot be paid again while it is authorized, nor after it was paid', async () => {
    const { pay, createSession, move, service, order, alerts } = world()
    await pay('A-1001')
    await move(service.only(), 'AUTHORIZED')
    const other = { payment: { method: 'card' } }

    expect(await pay('a-1001', randomUUID(), other)).toMatchObject({
      outcome: 'authorized',
      redirect_url: null,
    })
    await move(service.only(), 'COMPLETED')

    expect((await createSession(' a-1001', randomUUID(), other)).status).toBe(409)
    expect([await order('A-1001'), service.payins.size, await alerts()]).toEqual(['paid', 1, []])
  })

  test('repeats its request under the same key', async () => {
    const { pay } = world()
    const key = randomUUID()

    expect((await pay('a-1001', key)).id).toBe((await pay('A-1001', key)).id)
  })
})
