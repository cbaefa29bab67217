// A person at the back office page of a test's world, without a browser.
import { beforeEach } from 'vitest'
import { raise } from '../../../src/merchant/alerts.ts'
import { backofficeToken } from './backoffice-world.ts'
import type { World } from './harness.ts'

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** What is read on it: the HTML without tags, with single spaces. */
  readonly text: string
}

export const typed = { by: 'mara@shop.example', token: backofficeToken }

/** What a browser sends with a form of the page. */
export const ownForm = { 'sec-fetch-site': 'same-origin', origin: 'https://shop.example' }

/** The environment of a merchant with this page. */
export const withPage = { environment: { BACKOFFICE_TOKEN: backofficeToken, SHOP_NAME: 'Nordheim Books' } }

export function usePage(world: () => World) {
  const cookies = new Map<string, string>()

  async function read(response: Response): Promise<Page> {
    const html = await response.text()
    const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    return { status: response.status, headers: response.headers, html, text }
  }

  async function get(query: string, cookie: string | null, headers: Record<string, string> = {}) {
    const own = cookie === null ? {} : { cookie }
    return read(await world().app.request(`/backoffice${query}`, { headers: { ...own, ...headers } }))
  }

  async function post(
    path: string,
    fields: Record<string, string>,
    cookie: string | null,
    headers: Record<string, string> = ownForm,
  ): Promise<Page> {
    const response = await world().app.request(`/backoffice/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie !== null && { cookie }),
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    })
    await world().merchant.background.idle()
    return read(response)
  }

  /** Signs in. @returns the cookie as the browser sends it */
  async function signIn(by = typed.by, headers: Record<string, string> = ownForm): Promise<string> {
    const { status, headers: answered } = await post('sign-in', { ...typed, by }, null, headers)
    const [cookie] = (answered.get('set-cookie') ?? '').split(';')
    if (status !== 303 || !cookie) throw new Error(`The sign-in was answered with ${status}.`)
    return cookie
  }

  async function cookieOf(by: string): Promise<string> {
    const known = cookies.get(by) ?? (await signIn(by))
    cookies.set(by, known)
    return known
  }
  beforeEach(() => cookies.clear())

  return {
    get,
    post,
    signIn,
    /** The page as somebody sees it who is signed in. */
    see: async (query = '', by = typed.by) => get(query, await cookieOf(by)),
    settle: async (fields: Record<string, string>, by = typed.by) =>
      post('settle', fields, await cookieOf(by)),
    /** Raises an alert that is about no session. @returns its number */
    async raiseAlone(detail: string, subject: string | null = 'A-9'): Promise<number> {
      const at = new Date(world().clock.now())
      const raised = await raise(world().db, 'webhook_given_up', { session: null, subject }, detail, at)
      if (raised === null) throw new Error('The alert is not new.')
      return raised.number
    },
  }
}
