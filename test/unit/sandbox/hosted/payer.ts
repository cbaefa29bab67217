// A payer without JavaScript: opens addresses, posts forms, and follows redirects if asked to.
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
  /** The page at an address, after its redirects. */
  const readPage = async (step = ''): Promise<string> => {
    let response = await open(step)
    for (let hops = 0; response.status === 303 && hops < 5; hops++) {
      response = await sandbox.app.request(response.headers.get('Location') ?? '')
    }
    return response.text()
  }
  const press = (step: string, fields: Record<string, string> = {}) =>
    open(step, { method: 'POST', body: new URLSearchParams(fields) })
  /**
   * The redirect after a press: the return_url, or a step of this payin without its path; undefined for no redirect.
   */
  const locationAfter = async (step: string, fields: Record<string, string> = {}) =>
    (await press(step, fields)).headers.get('Location')?.replace(path, '')
  const now = () => sandbox.read(payin.id)
  const end = async () => {
    const { status, status_details } = await now()
    return status_details ? `${status} ${status_details}` : status
  }
  return { ...sandbox, payin, path, open, readPage, press, locationAfter, now, end }
}
