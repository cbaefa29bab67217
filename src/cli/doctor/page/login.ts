// Recognizes a login in place of what was asked for.
import { type Answer, headerOf, isAnswer, isHtml, isRedirect, type RequestResult } from '../http/answer.ts'
import type { Page } from './page.ts'
import { payingElements, widgetScripts } from './widget.ts'

/** A path such as `/login`, `/account/sign-in` or `/users/sign_in`. */
const loginPath =
  /(^|[/_.-])(log-?_?in|sign-?_?in|logon|signon|sso|oauth2?|authenticate|anmelden|anmeldung)($|[/_.-])/i
const passwordField = /<input\b[^>]{0,1000}\btype\s*=\s*["']?password\b/i

/** Whether the page is a login, and shows no checkout. */
export function isLogin(page: Page): boolean {
  const { answer, elements, hops, url } = page
  if (answer.status === 401 || answer.status === 403) return true
  if (payingElements(page).length > 0 || widgetScripts(page).length > 0) return false
  if (elements.some(({ name }) => name === 'payin-return')) return false
  const hasPassword = elements.some(
    ({ name, attributes }) =>
      name === 'input' &&
      (attributes.get('type')?.toLowerCase() === 'password' ||
        /\b(current-password|one-time-code)\b/.test(attributes.get('autocomplete') ?? '')),
  )
  return hasPassword || (hops.length > 0 && loginPath.test(url.pathname))
}

/** Whether an answer that should come from the merchant protocol redirects to a login, or is one. */
export function showsLogin(result: RequestResult): boolean {
  if (!isAnswer(result)) return false
  const to = headerOf(result, 'location')
  if (isRedirect(result) && to !== null)
    return URL.canParse(to, result.url) && loginPath.test(new URL(to, result.url).pathname)
  return result.status < 300 && isHtml(result) && hasPasswordField(result)
}

/** Whether it is a login, or refuses for want of one. */
export const wantsLogin = (result: RequestResult): boolean =>
  showsLogin(result) || (isAnswer(result) && (result.status === 401 || result.status === 403))

const hasPasswordField = ({ body }: Answer): boolean =>
  passwordField.test(body.subarray(0, 100_000).toString('latin1'))
