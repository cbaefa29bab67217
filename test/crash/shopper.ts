// What a shopper does: presses "pay" in several tabs, looks, comes back, and decides on the hosted page. Writes down what
// no shopper may see.
import type { Session } from 'payin-checkout/server'
import type { Instance } from './instance.ts'
import type { World } from './world.ts'

export interface Press {
  /** Which of the orders. */
  readonly order: number
  /** Each tab has its own attempt, and so its own key. */
  readonly tab: number
  /** Index into `choices`. */
  readonly choice: number
}

export const choices = [undefined, { method: 'card' }, { method: 'bank_account' }] as const

/** What a third payment of an order is refused with. */
const twoOpen = 'urn:payin-checkout:two-payments-open'

export function createShopper(world: World) {
  const idsByKey = new Map<string, string>()
  const etags = new Map<string, string>()
  const links = new Set<string>()

  function take(session: Session): void {
    const token = session.redirect_url?.split('/').at(-1) ?? ''
    const payin = world.sandbox.service.payins.findByToken(token)
    if (payin) links.add(payin.id)
    if (session.outcome === 'complete') checkComplete(session)
  }

  /** Only the service can make a session complete. */
  function checkComplete(session: Session): void {
    const order = session.reference ?? ''
    const said = world.webhooks.letters.filter(({ status }) => status === 'COMPLETED')
    if (!said.some(({ body }) => JSON.parse(body).reference === order))
      world.seen.push(`a shopper is shown that ${order} is paid, and no payment of it was ever completed`)
  }

  async function press(instance: Instance, { order, tab, choice }: Press): Promise<number | undefined> {
    const key = `00000000-0000-4000-8000-00000000${order}${choice}${String(tab).padStart(2, '0')}`
    const answer = await instance.ask(async ({ app }) => {
      const response = await app.request('/checkout/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ order: world.orders[order], kind: 'payin', payment: choices[choice] }),
      })
      return { status: response.status, body: await response.text() }
    })
    if (!answer) return undefined
    // 409: paid already. 503: the service was not reached, and the widget presses again with the same key.
    const areTwoOpen = [422, 429].includes(answer.status) && answer.body.includes(twoOpen)
    if (![201, 409, 503].includes(answer.status) && !areTwoOpen)
      world.seen.push(`a press on "pay" is answered ${answer.status} ${answer.body}`)
    if (answer.status !== 201) return answer.status
    const session = JSON.parse(answer.body) as Session
    const before = idsByKey.get(key)
    if (before !== undefined && before !== session.id)
      world.seen.push('a key gets another session than before')
    idsByKey.set(key, session.id)
    take(session)
    return answer.status
  }

  /** Reads a session as an open tab does; held until it changes when it was read before. */
  async function look(instance: Instance, index: number): Promise<void> {
    const id = pick([...idsByKey.values()], index)
    if (id === undefined) return
    const known = etags.get(id)
    const headers: Record<string, string> = known ? { 'if-none-match': known, prefer: 'wait=20' } : {}
    const answer = await instance.ask(async ({ app }) => {
      const response = await app.request(`/checkout/sessions/${id}`, { headers })
      return { status: response.status, etag: response.headers.get('etag'), body: await response.text() }
    })
    if (!answer) return
    if (answer.etag) etags.set(id, answer.etag)
    if (answer.status === 200) take(JSON.parse(answer.body) as Session)
    else if (answer.status !== 304)
      world.seen.push(`a shopper who reads her session is answered ${answer.status}`)
  }

  return {
    press,
    look,
    /** The hosted page sends her back to the shop. */
    async comeBack(instance: Instance, index: number): Promise<void> {
      const id = pick([...idsByKey.values()], index)
      if (id === undefined) return
      await instance.ask(({ app }) => Promise.resolve(app.request(`/checkout/return?session=${id}`)))
      await instance.ask(({ merchant }) => merchant.background.idle())
    },
    /** One of the payins whose link she was given. */
    payin: (index: number) => pick([...links], index),
  }
}

/** Any index picks something, unless there is nothing. */
export const pick = <T>(all: readonly T[], index: number): T | undefined =>
  all[index % Math.max(1, all.length)]
