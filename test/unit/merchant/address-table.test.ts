// Runs every cell of address-table.ts over HTTP, at the sandbox's service.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import type { Alert } from '../../../src/merchant/index.ts'
import type { ShopperKind } from '../../../src/merchant/settings/settings.ts'
import { answerOf, type Change, changes, claims, kinds, money, type Way, ways } from './address-table.ts'
import { shopChanges } from './backoffice-world.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const shop = shopChanges(world)
const order = 'A-1001'
const cells = kinds.flatMap((kind) => changes.map((change) => ({ kind, change })))

/** The other payment of the order: by card, in another tab. */
const pressElsewhere = () => world().pay(order, randomUUID(), { payment: { method: 'card' } })
const moveElsewhere = async (status: string) => {
  const other = world()
    .sandbox.service.payins.list()
    .find(({ payment }) => payment?.method === 'card')
  await world().command(`payins/${other?.id}/status`, { status })
}

const make: Readonly<Record<Change, () => Promise<unknown>>> = {
  'the price rises': () => shop.price('60.00'),
  'the price falls': () => shop.price('40.00'),
  'the currency changes': () => shop.price('49.90', 'USD'),
  'it is paid at the till': shop.payAtTheTill,
  'it is withdrawn': shop.delete,
  'its id goes to another customer': shop.giveIdToAnother,
  'another payment is promised': () => moveElsewhere('AUTHORIZED'),
  'another payment paid it': () => moveElsewhere('COMPLETED'),
}
const isByAnother = (change: Change) => change.startsWith('another payment')

/** The shopper presses, and then the order changes. */
async function pressedBefore(kind: ShopperKind, change: Change) {
  const key = randomUUID()
  const session = await world().pay(order, key, { kind })
  if (isByAnother(change)) await pressElsewhere()
  await make[change]()
  return { key, session }
}

const link = (id: string, body?: object) =>
  world().app.request(`/checkout/sessions/${id}/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

/** As a cell of the table. */
async function cellOf(response: Response): Promise<string> {
  const text = await response.text()
  const body = JSON.parse(text) as Partial<Session> & { type?: string; errors?: { pointer: string }[] }
  const isRefusal = response.status >= 400
  if (isRefusal) expect(text).not.toContain('https://pay.example')
  const problem = body.errors?.[0]?.pointer ?? body.type?.split(':').at(-1)
  const address = body.redirect_url ? 'with address' : 'without address'
  return `${response.status} ${isRefusal ? problem : address}`
}

describe.each(cells)('$kind, $change:', ({ kind, change }) => {
  const expected = (way: Way) => answerOf(kind, change, way)

  test('a first press', async () => {
    if (isByAnother(change)) await pressElsewhere()
    await make[change]()
    const response = await world().createSession(order, randomUUID(), { kind })
    expect(await cellOf(response)).toBe(expected('first press'))
  })

  test('a read, a link, the same key and another key, which gives an address for the price of now', async () => {
    const { key, session } = await pressedBefore(kind, change)
    const pressed = await world().createSession(order, randomUUID(), { kind })
    const { id, amount, redirect_url } = (await pressed.clone().json()) as Session
    const got = {
      read: await cellOf(await world().read(session.id)),
      link: await cellOf(await link(session.id)),
      'same key': await cellOf(await world().createSession(order, key, { kind })),
      'another key': await cellOf(pressed),
    }
    const later = ways.filter((way) => way !== 'first press')
    expect(got).toEqual(Object.fromEntries(later.map((way) => [way, expected(way)])))
    const [row] = await world().db.query<{ value: string; currency: string }>(
      'select amount_value as value, amount_currency as currency from orders where id = $1',
      [order],
    )
    if (redirect_url) expect([id === session.id, amount]).toEqual([false, row])
  })
})

/** The money of the first session comes. */
async function pay(kind: ShopperKind): Promise<void> {
  // An unsigned webhook causes no read so soon after the last one.
  await world().clock.advance(3_000)
  const { payins, bankTransfers, onRamps } = world().sandbox.service
  const payin = payins.list().find(({ payment }) => payment?.method !== 'card')
  if (kind === 'payin') await world().command(`payins/${payin?.id}/status`, { status: 'COMPLETED' })
  else if (kind === 'bank_transfer')
    await world().command(`transactions/${bankTransfers.list()[0]?.uuid}/status`, {
      paymentStatus: 'AUTHORIZED',
    })
  else
    await world().command(`transactions/${onRamps.list()[0]?.uuid}/status`, {
      paymentStatus: 'COMPLETED',
      bankDepositStatus: 'SUCCESS',
    })
}

async function alerts(): Promise<readonly Alert[]> {
  return ((await (await world().backoffice('alerts')).json()) as { content: Alert[] }).content
}
const settle = (id: number, as: string) => world().backoffice(`alerts/${id}/settle`, { as, by: 'mara' })

describe.each(cells)('money of $kind that comes although $change', ({ kind, change }) => {
  const { review, alert, accepted } = money[change]

  // What cannot be accepted is refunded after it was refused.
  test.each(accepted ? ['accepted', 'refunded'] : ['refunded'])(
    'is told truly, and settled as %s',
    async (as) => {
      const { session } = await pressedBefore(kind, change)
      await pay(kind)
      const outcome = review === null ? 'complete' : 'authorized'
      expect(await world().session(session.id)).toMatchObject({ outcome, review, redirect_url: null })
      const [raised, ...more] = await alerts()
      expect([raised?.kind ?? null, more]).toEqual([alert, []])
      if (!raised) return
      const before = await world().order(order)
      if (!accepted) expect((await settle(raised.id, 'accepted')).status).toBe(409)
      expect((await settle(raised.id, as)).status).toBe(200)
      expect(await world().session(session.id)).toMatchObject({
        outcome: as === 'accepted' ? 'complete' : 'failed',
        review: null,
      })
      expect(await world().order(order)).toBe(as === 'accepted' ? 'paid' : before)
    },
  )
})

test('money of a second payment comes after another one has overtaken it: it was paid twice', async () => {
  await pressedBefore('payin', 'another payment is promised')
  await pay('payin')
  await moveElsewhere('COMPLETED')
  expect((await alerts()).map(({ kind }) => kind)).toEqual(['paid_twice'])
})

describe('a payout whose reference has changed since', () => {
  const issue = async (): Promise<Session & { claim_code: string }> => {
    const body = { reference: 'refund-1', amount: { value: '49.90', currency: 'EUR' } }
    return (await world().backoffice('payouts', body)).json()
  }
  const move = (status: string, before = 0) =>
    world().command(`payouts/${world().sandbox.service.payouts.list().at(before)?.id}/status`, { status })
  /** An earlier payout of the reference, which failed; its money may come all the same. */
  async function issueAgain() {
    await issue()
    await move('FAILED')
    return issue()
  }
  const change: Readonly<Record<keyof typeof claims, () => Promise<unknown>>> = {
    'the price rises': () => world().db.query(`update payin_checkout.payouts set amount_value = '60.00'`),
    'it is withdrawn': () => world().db.query('delete from payin_checkout.payouts'),
    'another payment is promised': () => move('PROCESSING', -1),
    'another payment paid it': () => move('COMPLETED', -1),
  }

  test.each(Object.entries(claims))('when %s, is claimed with the answer %s', async (what, answer) => {
    const { id, claim_code: code } = await issueAgain()
    expect(await cellOf(await link(id, { code }))).toBe('200 with address')
    await change[what as keyof typeof claims]()
    expect(await cellOf(await link(id, { code }))).toBe(answer)
    expect(await cellOf(await world().read(id))).toBe('200 without address')
  })
})
