// Moves an object to another status, and sends a webhook again.
import { CommandError } from '../command.ts'
import type { Change, SandboxClient } from '../sandbox-client/client.ts'
import type { ObjectKind, SandboxObject } from '../sandbox-client/objects.ts'
import { type Action, type ActionResult, nameOf, stateOf } from './action.ts'
import { matches, type Selector, selectObject } from './select-object.ts'

export function move(kind: ObjectKind, change: Change, selector: Selector): Action {
  return async (client) => {
    const before = selectObject(await client.readState(), kind, selector)
    const after = await client.move(before, change)
    return { lines: linesOf(before, after), value: after.shown }
  }
}

function linesOf(before: SandboxObject, after: SandboxObject): string[] {
  const moved = `${nameOf(after)}: ${stateOf(before)} → ${stateOf(after)}`
  if (!sendsWebhook(before, after)) return [moved, 'No webhook: the service sends none for this change.']
  return after.webhookUrl === null
    ? [moved, 'No webhook: it was created without a webhook address.']
    : [moved]
}

/** On-ramps have one webhook, for their deposit. Other kinds have one for each change of status. */
function sendsWebhook(before: SandboxObject, after: SandboxObject): boolean {
  if (after.kind !== 'on_ramp') return after.status !== before.status
  return after.deposit === 'SUCCESS' && before.deposit !== 'SUCCESS'
}

/** The webhook to send again: one delivery, the newest of all, or the newest of an object. */
export type WhichWebhook = { readonly deliveryId: string } | { readonly latest: true; readonly of?: Selector }

export function replay(which: WhichWebhook): Action {
  return async (client): Promise<ActionResult> => {
    const id = 'deliveryId' in which ? which.deliveryId : await newest(client, which.of)
    const delivery = await client.resend(id)
    const { event, object_id, url, forged } = delivery
    const what = `${event} of ${object_id}`
    const note = forged ? ', which was forged' : ''
    return { lines: [`Sent again: ${what}${note}, to ${url}`], value: delivery }
  }
}

async function newest(client: SandboxClient, of: Selector | undefined): Promise<string> {
  const { deliveries, objects } = await client.readState()
  const meant = of && idsOf(Object.values(objects).flat(), of)
  const found = deliveries.findLast(({ object_id }) => !meant || meant.has(object_id))
  if (found) return found.id
  const whose = of ? ' of this object' : ''
  throw new CommandError(
    `No webhook${whose} was sent yet. An object sends one when it changes, if it was created with a webhook address.`,
  )
}

/** The ids of the matching objects, of every kind. */
const idsOf = (objects: readonly SandboxObject[], selector: Selector): ReadonlySet<string> =>
  new Set(objects.filter(matches(selector)).map(({ id }) => id))
