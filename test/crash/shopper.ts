// A shopper: presses "pay" in several tabs, reads sessions, and comes back from the hosted page. Records a violation for each
// answer that no shopper may get.
import type { Session } from 'payin-checkout/server'
import type { Instance } from './instance.ts'
import type { World } from './world.ts'

export interface Press {
  /** Index of the order. */
  readonly order: number
  /** Each tab has its own attempt, and therefore its own key. */
  readonly tab: number
  /** Index into `choices`. */
  readonly choice: number
}

export const choices = [undefined, { method: 'card' }, { method: 'bank_account' }] as const

/** The problem type that refuses a third open payment of an order. */
const twoOpen = 'urn:payin-checkout:two-payments-open'

export function createShopper(world: World) {
  const idsByKey = new Map<string, string>()
  const etags = new Map<string, string>()
  const links = new Set<string>()

  function recordSession(session: Session): void {
    const token = session.redirect_url?.split('/').at(-1) ?? ''
    const payin = world.sandbox.service.payins.findByToken(token)
    if (payin) links.add(payin.id)
    if (session.outcome === 'complete') checkComplete(session)
  }

  /** Only the service can make a session complete. */
  function checkComplete(session: Session): void {
    const order = session.reference ?? ''
    const completedWebhooks = world.webhooks.sent.filter(({ status }) => status === 'COMPLETED')
    if (!completedWebhooks.some(({ body }) => JSON.parse(body).reference === order))
      world.violations.push(
        `a shopper is shown that ${order} is paid, and no payment of it was ever completed`,
      )
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
    // 409: paid already. 503: the service was not reached, and the widget repeats the request with the same key.
    const areTwoOpen = [422, 429].includes(answer.status) && answer.body.includes(twoOpen)
    if (![201, 409, 503].includes(answer.status) && !areTwoOpen)
      world.violations.push(`a press on "pay" is answered ${answer.status} ${answer.body}`)
    if (answer.status !== 201) return answer.status
    const session = JSON.parse(answer.body) as Session
    const before = idsByKey.get(key)
    if (before !== undefined && before !== session.id)
      world.violations.push('a key gets another session than before')
    idsByKey.set(key, session.id)
    recordSession(session)
    return answer.status
  }

  /** Reads a session as an open tab does. A session that was read before is read with `wait`, so the server holds the read. */
  async function read(instance: Instance, index: number): Promise<void> {
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
    if (answer.status === 200) recordSession(JSON.parse(answer.body) as Session)
    else if (answer.status !== 304)
      world.violations.push(`a shopper who reads her session is answered ${answer.status}`)
  }

  return {
    press,
    read,
    /** The hosted page sends the shopper back to the shop. */
    async comeBack(instance: Instance, index: number): Promise<void> {
      const id = pick([...idsByKey.values()], index)
      if (id === undefined) return
      await instance.ask(({ app }) => Promise.resolve(app.request(`/checkout/return?session=${id}`)))
      await instance.ask(({ merchant }) => merchant.background.idle())
    },
    /** One of the payins whose hosted page the shopper got. */
    payin: (index: number) => pick([...links], index),
  }
}

/** Any index picks an item, unless the list is empty. */
export const pick = <T>(all: readonly T[], index: number): T | undefined =>
  all[index % Math.max(1, all.length)]
