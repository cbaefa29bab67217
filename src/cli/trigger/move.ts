// Moves an object to another status, and sends a webhook again.
import type { Kind } from '../../protocol/kind.ts'
import { CommandError } from '../command.ts'
import type { SandboxPayment } from '../sandbox-client/answers.ts'
import type { SandboxControl, StatusChange } from '../sandbox-client/control.ts'
import { type Action, type ActionResult, nameOf, stateOf } from './action.ts'
import {
  matches,
  readObject,
  type SandboxObject,
  type Selector,
  selectObject,
  webhookUrlOf,
} from './select-object.ts'

export function move(kind: Kind, change: StatusChange, selector: Selector): Action {
  return async (control) => {
    const before = selectObject(await control.listPayments(), kind, selector)
    await control.move(before, change)
    const after = await readObject(control, before)
    return { lines: linesOf(before, after), value: after.shown }
  }
}

function linesOf(before: SandboxPayment, after: SandboxObject): string[] {
  const moved = `${nameOf(after)}: ${stateOf(before)} → ${stateOf(after)}`
  if (!sendsWebhook(before, after)) return [moved, 'No webhook: the service sends none for this change.']
  return webhookUrlOf(after) === null
    ? [moved, 'No webhook: it was created without a webhook address.']
    : [moved]
}

/** On-ramps have one webhook, for their deposit. Other kinds have one for each change of status. */
function sendsWebhook(before: SandboxPayment, after: SandboxPayment): boolean {
  if (after.kind !== 'on_ramp') return after.status !== before.status
  return after.depositStatus === 'SUCCESS' && before.depositStatus !== 'SUCCESS'
}

/** The webhook to send again: one delivery, the newest of all, or the newest of an object. */
export type WhichWebhook = { readonly deliveryId: string } | { readonly latest: true; readonly of?: Selector }

export function replay(which: WhichWebhook): Action {
  return async (control): Promise<ActionResult> => {
    const id = 'deliveryId' in which ? which.deliveryId : await newest(control, which.of)
    const delivery = await control.resend(id)
    const { event, object_id, url, forged } = delivery
    const what = `${event} of ${object_id}`
    const note = forged ? ', which was forged' : ''
    return { lines: [`Sent again: ${what}${note}, to ${url}`], value: delivery }
  }
}

async function newest(control: SandboxControl, of: Selector | undefined): Promise<string> {
  const meant = of && new Set((await control.listPayments()).filter(matches(of)).map(({ id }) => id))
  const found = (await control.readState()).deliveries.findLast(
    ({ object_id }) => !meant || meant.has(object_id),
  )
  if (found) return found.id
  const whose = of ? ' of this object' : ''
  throw new CommandError(
    `No webhook${whose} was sent yet. An object sends one when it changes, if it was created with a webhook address.`,
  )
}
