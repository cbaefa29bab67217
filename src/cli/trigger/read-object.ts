// One payment, with all that the sandbox shows of it.
import { CommandError } from '../command.ts'
import type { SandboxPayment } from '../sandbox-client/answers.ts'
import type { SandboxControl } from '../sandbox-client/control.ts'

export interface SandboxObject extends SandboxPayment {
  /** As `GET /sandbox/state` shows it, plus `id` for every kind. */
  readonly shown: Shown
}
type Shown = Readonly<Record<string, unknown>>

/**
 * @param which an id, or the link of an on-ramp: the newest with this link, because a fault can give several the same
 * @throws {CommandError} if it is gone
 */
export async function readObject(
  control: SandboxControl,
  { id, link }: { readonly id?: string; readonly link?: string },
): Promise<SandboxObject> {
  const { payins, payouts, bank_transfers, on_ramps } = await control.readState()
  const transactions = [...bank_transfers, ...on_ramps].map((each): Shown => ({ id: each.uuid, ...each }))
  const shown = [...payins, ...payouts, ...transactions].find((each) =>
    link === undefined ? each.id === id : each.paymentLink === link,
  )
  const payment = shown && (await control.listPayments()).find((each) => each.id === shown.id)
  if (payment) return { ...payment, shown }
  throw new CommandError('The payment is gone: somebody reset the sandbox meanwhile.')
}

/** The address that gets its webhooks; `null` if it was created without one. */
export function webhookUrlOf({ shown }: SandboxObject): string | null {
  const asked = Object(shown.asked) as Record<string, unknown>
  const url = shown.webhook_url ?? shown.webhookUrl ?? asked.webhookUrl
  return typeof url === 'string' ? url : null
}
