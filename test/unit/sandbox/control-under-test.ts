// A sandbox with one object of each kind, and posts of the control panel's forms as from a browser.
import { turns } from '../../support/timeline.ts'
import { openSandbox } from './sandbox-under-test.ts'

export const hook = 'https://shop.example/hook'
export const origin = 'http://localhost'

type Fields = Readonly<Record<string, string | readonly string[]>>

/** The headers that a browser sends with a form of the panel. */
export const ownPage = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }

export function openControl() {
  const sandbox = openSandbox()
  const { app, payouts, bankTransfers, onRamps } = sandbox

  return {
    ...sandbox,

    async page(path: string) {
      const response = await app.request(path)
      return { status: response.status, headers: response.headers, text: await response.text() }
    },

    async submit(path: string, fields: Fields = {}, headers: Record<string, string> = ownPage) {
      const body = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) {
        for (const each of [value].flat()) body.append(name, each)
      }
      const response = await app.request(path, { method: 'POST', headers, body })
      await turns()
      return {
        status: response.status,
        location: response.headers.get('Location'),
        text: await response.text(),
      }
    },

    state: async () => await (await app.request('/sandbox/state')).json(),

    makePayout: (reference = 'W-1') =>
      payouts.create(
        {
          amount: { value: '12.00', currency: 'EUR' },
          reference,
          return_url: 'https://shop.example/back',
          webhook_url: hook,
        },
        origin,
      ),

    makeBankTransfer: (revision = 'R-1') =>
      bankTransfers.create({
        amount: 20,
        names: 'Mara Lind',
        userId: 'shop7',
        currency: 'EUR',
        revision,
        webhookUrl: hook,
      }),

    makeOnRamp(revision = 'O-1') {
      const intent = { amount: 50, names: 'Mara Lind', userId: 'shop7', userEmail: 'mara@example.test' }
      onRamps.generateLink({ ...intent, revision, webhookUrl: hook }, origin)
      const [onRamp] = onRamps.list()
      if (!onRamp) throw new Error('The sandbox lists no on-ramp after making one.')
      return onRamp
    },
  }
}
