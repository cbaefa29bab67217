import { isLoopback } from '../../../protocol/safe-url.ts'
import type { CheckContext, DoctorInput } from '../check-context.ts'
import { displayBytes, displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { type Cut, headerLine, isHtml } from '../http/answer.ts'
import { isLogin } from '../page/login.ts'
import { type Page, resolve } from '../page/page.ts'
import { payingElements } from '../page/widget.ts'

const say = says('answers', {
  'page-redirected': { fine: 'The address redirects to another page, which was checked' },
  'page-https': { fine: 'The page uses HTTPS' },
  'page-local': { fine: 'The page is on this machine, so it needs no HTTPS' },
  'page-not-https': {
    problem: 'The page uses plain HTTP: anybody on the network can change it',
    change: 'Serve it as {secure}, and redirect http: to it.',
  },
  'page-answers': { fine: 'The page answers' },
  'page-status': {
    problem: 'The page answers with the status {status} in place of 200',
    change: 'Give the address of a page that shows a checkout, or repair the page.',
  },
  'page-login': { unread: 'The page is behind a login, so its checkout was not read', change: '{remedy}' },
  'page-refresh': {
    unread: 'The page sends its visitors on to another address, so their checkout was not read',
    change: 'Give doctor this address: {to}',
  },
  'page-not-html': { problem: 'The page is not HTML', change: 'Content-Type: text/html; charset=utf-8' },
  'too-large': {
    unread: '{name} is very large, so only its beginning was read',
    change: 'Shorten the page: a shopper has to download it, too.',
  },
  'too-complex': {
    unread: '{name} has so many or so deeply nested elements that only its beginning was read',
    change:
      'Close formatting tags such as <b> and <font>, and shorten the page: each unclosed one is made anew in every paragraph.',
  },
  'never-ends': {
    unread: '{name} did not end in time, so only its beginning was read',
    change: 'Make the server end its answer. If the page is streamed, send the checkout first.',
  },
  'broken-off': {
    unread: '{name} ends in the middle',
    change: 'Send the right Content-Length, and check whether a proxy closes the connection.',
  },
  'not-decoded': {
    unread: '{name} has a Content-Encoding that does not match its body',
    change: 'Content-Encoding must name the compression of the body: gzip, br, or nothing.',
  },
})

/** Checks whether the address answers with an HTML page, over HTTPS. */
export function pageAnswer({ page, input }: CheckContext): Found {
  const { hops, url, answer } = page
  const way = [...hops.map(({ status, from }) => `${displayUrl(from)} (${status})`), displayUrl(url)]
  const isBehindLogin = isLogin(page)
  return [
    hops.length > 0 && say('page-redirected', way.join(' → ')),
    transport(url),
    // Everything else of the page would be a finding about the login.
    isBehindLogin ? login(page, input) : status(answer.status),
    !isBehindLogin && isHtml(answer) && unreadPage(page, 'page'),
    sendsOn(page),
    // The status says more of an answer that is no page at all.
    answer.status === 200 && !isHtml(answer) && say('page-not-html', headerLine(answer, 'Content-Type')),
  ]
}

/** After this many seconds, `<meta refresh>` ends a session rather than leading to the page that was asked for. */
const longestRefreshS = 30

function sendsOn(page: Page): Found {
  if (payingElements(page).length > 0) return null
  const contents = page.elements
    .filter(
      ({ name, attributes }) =>
        name === 'meta' && /^\s*refresh\s*$/i.test(attributes.get('http-equiv') ?? ''),
    )
    .map(({ attributes }) => attributes.get('content') ?? '')
  const [content = ''] = contents
  const [, seconds, , address = ''] =
    /^\s*(\d+)[\d.]*\s*[;,]\s*(url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
  const to = address === '' ? null : resolve(address.trim(), page.base)
  if (!to || Number(seconds) > longestRefreshS || to.href === page.url.href) return null
  return say('page-refresh', `<meta http-equiv="refresh" content="${displayText(content)}">`, {
    to: displayUrl(to),
  })
}

function transport(url: URL): Found {
  if (url.protocol === 'https:') return say('page-https')
  if (isLoopback(url.hostname) || url.hostname.endsWith('.localhost')) return say('page-local')
  return say('page-not-https', displayUrl(url), { secure: `https://${url.host}${url.pathname}` })
}

const status = (code: number): Found =>
  code === 200 ? say('page-answers', '200') : say('page-status', null, { status: code })

function login({ url, answer, hops }: Page, { headers }: DoctorInput): Found {
  const isSent = Object.keys(headers).length > 0
  const isElsewhere = hops.some(({ from }) => from.origin !== url.origin)
  const remedy = !isSent
    ? "Sign in with a browser, and copy its cookie: --header 'Cookie: …'. For HTTP authentication write https://name:password@shop.example/…"
    : isElsewhere
      ? 'The address redirects to another origin, which does not get your --header. Give the final address.'
      : 'The login does not accept what --header gives. Sign in again, and copy the new cookie.'
  return say('page-login', `${displayUrl(url)}: ${answer.status}`, { remedy })
}

const reasons: Readonly<Record<Cut, Parameters<typeof say>[0]>> = {
  'too large': 'too-large',
  'too slow': 'never-ends',
  'broken off': 'broken-off',
  'not decoded': 'not-decoded',
}

/** @param id begins the id of the finding: `page` or `return` */
export function unreadPage({ answer, isWhole, url }: Page, id: 'page' | 'return'): Found {
  if (!answer.cut && isWhole) return null
  const seen = `${displayUrl(url)}: ${displayBytes(answer.body.length)} were read`
  const name = id === 'page' ? 'The page' : 'The return page'
  const found = say(answer.cut ? reasons[answer.cut] : 'too-complex', seen, { name })
  return { ...found, id: `${id}-${found.id}` }
}
