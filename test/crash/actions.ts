// The single things that happen in a story, each done by somebody: a shopper, the service, or the merchant's own sweep.
import type { Instance } from './instance.ts'
import type { SentWebhook } from './sent-webhooks.ts'
import { createShopper, type Press, pick } from './shopper.ts'
import type { World } from './world.ts'

export type Action =
  | ({ readonly do: 'press' } & Press)
  /** Of the sessions that she was given. */
  | { readonly do: 'look' | 'come_back'; readonly which: number }
  | OnHostedPage
  /** Of all that were ever sent: late, doubled, reordered, or never. */
  | { readonly do: 'webhook'; readonly which: number }
  | { readonly do: 'sweep' }
  | { readonly do: 'new_price'; readonly order: number }

/** Of the payins whose hosted page she was sent to; the money of a payin that has ended comes late. */
interface OnHostedPage {
  readonly do: 'open' | 'pay' | 'decline' | 'late_money'
  readonly which: number
}

export function createActions(world: World) {
  const { sandbox, webhooks, database, orders } = world
  const { payins } = sandbox.service
  const shopper = createShopper(world)
  const withLateMoney = new Set<string>()

  async function deliver(instance: Instance, letter: SentWebhook | undefined): Promise<void> {
    if (!letter) return
    const { path, headers, body } = letter
    const request = instance.ask(async ({ app }) => app.request(path, { method: 'POST', headers, body }))
    const answer = await world.verified(request)
    if (answer?.ok) letter.arrived = true
    await instance.ask(({ merchant }) => merchant.background.idle())
  }

  function decide({ do: decision, which }: OnHostedPage): void {
    const payin = payins.find(shopper.payin(which) ?? '')
    if (!payin) return
    if (decision === 'open') payins.open(payin.id)
    if (decision === 'pay') payins.authorize(payin.id)
    if (decision === 'decline') payins.fail(payin.id, 'DECLINED_BY_PAYER')
    if (decision === 'late_money' && ['FAILED', 'EXPIRED'].includes(payin.status)) {
      withLateMoney.add(payin.id)
      payins.moveByHand(payin.id, 'COMPLETED')
    }
  }

  const sweep = (instance: Instance, all = false) =>
    instance.ask(({ merchant }) => merchant.sweep.runOnce(all))

  async function perform(act: Action, instance: Instance): Promise<unknown> {
    switch (act.do) {
      case 'press':
        return shopper.press(instance, act)
      case 'look':
        return shopper.look(instance, act.which)
      case 'come_back':
        return shopper.comeBack(instance, act.which)
      case 'webhook':
        return deliver(instance, pick(webhooks.letters, act.which))
      case 'sweep':
        return sweep(instance)
      case 'new_price':
        return database.db.query(`update orders set amount_value = '50.00' where id = $1`, [
          orders[act.order],
        ])
      default:
        return decide(act)
    }
  }

  return {
    perform,
    sweep,
    deliver,
    press: shopper.press,
    /** Of payins that had ended when their money came: nobody asks about them, so only a webhook can tell. */
    hasLateMoney: ({ payin }: SentWebhook) => withLateMoney.has(payin),
  }
}
