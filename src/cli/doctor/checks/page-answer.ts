import { isLoopback } from '../../../protocol/safe-url.ts'
import type { Check, DoctorInput } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, unread } from '../finding.ts'
import { headerOf, isHtml } from '../http/answer.ts'
import { isLogin } from '../page/login.ts'
import type { Page } from '../page/page.ts'
import { unreadPage } from '../page/unread-page.ts'

/** Checks whether the address answers with an HTML page, over HTTPS. */
export const pageAnswer: Check = {
  area: 'Page',
  find: ({ page, input }) => [
    ...redirects(page),
    transport(page),
    status(page, input),
    ...(isLogin(page) ? [] : content(page)),
  ],
}

function redirects({ hops, url }: Page): Finding[] {
  if (hops.length === 0) return []
  const seen = hops.map(({ status, from }) => `${displayUrl(from)} (${status})`).join(' → ')
  return [
    fine('page-redirected', 'The address redirects to another page, which was checked', {
      seen: `${seen} → ${displayUrl(url)}`,
      see: 'answers',
    }),
  ]
}

function transport({ url }: Page): Finding {
  if (url.protocol === 'https:') return fine('page-https', 'The page uses HTTPS', { see: 'answers' })
  if (isLoopback(url.hostname) || url.hostname.endsWith('.localhost')) {
    return fine('page-local', 'The page is on this machine, so it needs no HTTPS', { see: 'answers' })
  }
  return problem('page-not-https', 'The page uses plain HTTP: anybody on the network can change it', {
    seen: displayUrl(url),
    change: `Serve it as https://${url.host}${url.pathname}, and redirect http: to it.`,
    see: 'answers',
  })
}

function status(page: Page, input: DoctorInput): Finding {
  const { status } = page.answer
  if (isLogin(page)) return login(page, input)
  if (status === 200) return fine('page-answers', 'The page answers', { seen: '200', see: 'answers' })
  return problem('page-status', `The page answers with an error: ${status}`, {
    seen: `status ${status}`,
    change: 'Give the address of a page that shows a checkout, or repair the page.',
    see: 'answers',
  })
}

/** Everything else of the page would be a finding about the login. */
function login({ url, answer, hops }: Page, { headers }: DoctorInput): Finding {
  const isSent = Object.keys(headers).length > 0
  const isElsewhere = hops.some(({ from }) => from.origin !== url.origin)
  return unread('page-login', 'The page is behind a login, so its checkout was not read', {
    seen: `${displayUrl(url)}: ${answer.status}`,
    change: !isSent
      ? "Sign in with a browser, and copy its cookie: --header 'Cookie: …'. For HTTP authentication write https://name:password@shop.example/…"
      : isElsewhere
        ? 'The address redirects to another origin, which does not get your --header. Give the final address.'
        : 'The login does not accept what --header gives. Sign in again, and copy the new cookie.',
    see: 'answers',
  })
}

function content(page: Page): Finding[] {
  const { answer } = page
  if (!isHtml(answer)) {
    const type = headerOf(answer, 'content-type')
    return [
      problem('page-not-html', 'The page is not HTML', {
        seen: type === null ? 'no Content-Type' : `Content-Type: ${displayText(type)}`,
        change: 'Content-Type: text/html; charset=utf-8',
        see: 'answers',
      }),
    ]
  }
  return unreadPage(page, 'page')
}
