import { fakePorts } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mountPayout } from './mounted.ts'

export const payout = { kind: 'payout', status: 'CREATED', redirect_url: null } as const
export const opened = aSession({ ...payout, redirect_url: 'https://pay.example/once/1' })
export const openedAgain = aSession({ ...payout, redirect_url: 'https://pay.example/once/2' })
export const code = 'K7QM-2XDP'

export async function ready(attributes = {}, ports = fakePorts()) {
  const mounted = mountPayout(attributes, ports)
  await mounted.read(payout)
  return mounted
}

export const input = ({ screen }: Pick<Mounted, 'screen'>) => screen.getByLabelText('Your code')

/** The code is typed and the button pressed. The server has not answered yet. */
export async function asking(attributes = {}, ports = fakePorts()) {
  const mounted = await ready(attributes, ports)
  await input(mounted).fill(code)
  await mounted.button(/Receive/).click()
  return mounted
}

export async function refused(fault = aFault('code_refused')) {
  const mounted = await asking()
  await mounted.ports.merchant.link.last.fail(fault)
  return mounted
}
