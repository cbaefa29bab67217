// A payer without JavaScript: opens addresses, posts forms, follows redirects when told to.
import { openSandbox } from '../sandbox-under-test.ts'

export const cardFields = (number: string) => ({
  method: 'card',
  'card-number': number,
  'card-expiry': '09/31',
  'card-cvc': '123',
})

export async function openPayer(more: Record<string, unknown> = {}) {
  const sandbox = openSandbox()
  const payin = await sandbox.create(more)
  const path = new URL(payin.redirect_url).pathname
  const open = (step = '', init: RequestInit = {}) => sandbox.app.request(path + step, init)
  /** What a person sees at an address, after its redirects. */
  const see = async (step = ''): Promise<string> => {
    let response = await open(step)
    for (let hops = 0; response.status === 303 && hops < 5; hops++) {
      response = await sandbox.app.request(response.headers.get('Location') ?? '')
    }
    return response.text()
  }
  const press = (step: string, fields: Record<string, string> = {}) =>
    open(step, { method: 'POST', body: new URLSearchParams(fields) })
  /** Where a press leads: the return_url as it is, a step of this payin without its path, or undefined for none. */
  const pressed = async (step: string, fields: Record<string, string> = {}) =>
    (await press(step, fields)).headers.get('Location')?.replace(path, '')
  const now = () => sandbox.read(payin.id)
  const end = async () => {
    const { status, status_details } = await now()
    return status_details ? `${status} ${status_details}` : status
  }
  return { ...sandbox, payin, path, open, see, press, pressed, now, end }
}
