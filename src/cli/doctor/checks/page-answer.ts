import { isLoopback } from '../../../protocol/safe-url.ts'
import type { Check } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, unread } from '../finding.ts'
import { headerOf, isHtml } from '../http/answer.ts'
import type { Page } from '../page/page.ts'
import { unreadPage } from '../page/unread-page.ts'

/** Checks whether the address answers with an HTML page, over HTTPS. */
export const pageAnswer: Check = {
  area: 'Page',
  find: ({ page }) => [...redirects(page), transport(page), status(page), ...content(page)],
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

function status({ answer: { status } }: Page): Finding {
  if (status === 200) return fine('page-answers', 'The page answers', { seen: '200', see: 'answers' })
  if (status === 401 || status === 403) {
    return unread('page-not-shown', 'The page requires a login, so the checks may have read another page', {
      seen: `status ${status}`,
      change: 'If it uses HTTP authentication, write the address as https://name:password@shop.example/…',
      see: 'answers',
    })
  }
  return problem('page-status', `The page answers with an error: ${status}`, {
    seen: `status ${status}`,
    change: 'Give the address of a page that shows a checkout, or repair the page.',
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
