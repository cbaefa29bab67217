import type { CheckoutOptions } from '../../../src/checkout/checkout.ts'
import { type FakePorts, fakePorts } from '../../support/fake-ports.ts'
import { aSession, changedRead } from '../../support/sessions.ts'
import { type Started, startCheckout } from '../../support/started-checkout.ts'

export interface Pair {
  readonly ports: FakePorts
  readonly bar: Started
  readonly column: Started
}

export function pair(
  options: Partial<CheckoutOptions> = {},
  ofColumn: Partial<CheckoutOptions> = options,
): Pair {
  const ports = fakePorts()
  return { ports, bar: startCheckout(options, { ports }), column: startCheckout(ofColumn, { ports }) }
}

/** The shopper pressed in the bar, and the hosted page is open in a window. */
export async function paying(options: Partial<CheckoutOptions> = {}): Promise<Pair> {
  const both = pair(options)
  both.bar.checkout.open()
  await both.ports.merchant.create.last.answer(aSession())
  return both
}

/** The server answers every pending read with this status of the session. */
export async function answerAll({ merchant, clock }: FakePorts, status: string, id = 'cs_1'): Promise<void> {
  if (merchant.read.waiting.length === 0) await clock.advance(1_000)
  for (const question of merchant.read.waiting)
    if (question.request.id === id) await question.answer(changedRead({ id, status }))
}

export const phases = ({ bar, column }: Pair) => [bar.checkout.state.phase, column.checkout.state.phase]
export const keys = ({ merchant }: FakePorts) => merchant.create.calls.map(({ request }) => request.key)
