// The single actions of a story. Each is done by a shopper, by the service, or by the merchant's own sweep.
import type { Instance } from './instance.ts'
import type { SentWebhook } from './sent-webhooks.ts'
import { createShopper, type Press, pick } from './shopper.ts'
import type { World } from './world.ts'

export type Action =
  | ({ readonly do: 'press' } & Press)
  /** `which`: index into the sessions that the shopper got. */
  | { readonly do: 'look' | 'come_back'; readonly which: number }
  | OnHostedPage
  /** `which`: index into all webhooks that were sent. So they arrive late, doubled, reordered, or never. */
  | { readonly do: 'webhook'; readonly which: number }
  | { readonly do: 'sweep' }
  | { readonly do: 'new_price'; readonly order: number }

/** `which`: index into the payins whose hosted page the shopper got. `late_money` pays a payin that has ended. */
interface OnHostedPage {
  readonly do: 'open' | 'pay' | 'decline' | 'late_money'
  readonly which: number
}

export function createActions(world: World) {
  const { sandbox, webhooks, database, orders } = world
  const { payins } = sandbox.service
  const shopper = createShopper(world)
  const withLateMoney = new Set<string>()

  async function deliver(instance: Instance, webhook: SentWebhook | undefined): Promise<void> {
    if (!webhook) return
    const { path, headers, body } = webhook
    const answer = await instance.ask(async ({ app }) => app.request(path, { method: 'POST', headers, body }))
    if (answer?.ok) webhook.isDelivered = true
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
        return shopper.read(instance, act.which)
      case 'come_back':
        return shopper.comeBack(instance, act.which)
      case 'webhook':
        return deliver(instance, pick(webhooks.sent, act.which))
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
    /** Whether its payin had ended when the money came. The server no longer checks it, so only the webhook reports it. */
    hasLateMoney: ({ payin }: SentWebhook) => withLateMoney.has(payin),
  }
}
