import type { CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, listOf, says } from '../finding.ts'
import { headerLine, headerOf, isAnswer, isHtml, policyValue } from '../http/answer.ts'
import { type Page, readPage, resolve } from '../page/page.ts'
import type { HtmlElement } from '../page/parse-html.ts'
import { allowsUrl, deciding, decidingAbout, placeOf, policiesOf } from '../page/policy.ts'
import { offers, opensNoWindow, payingElements } from '../page/widget.ts'
import { lackingTokens } from './content-policy.ts'

const maxFrames = 5

const openerPolicy = 'Cross-Origin-Opener-Policy'

const say = says('frames', {
  'frame-fine': { fine: 'A frame contains the checkout and allows it' },
  'frame-sandbox': {
    problem: 'The checkout is in a sandboxed frame that does not let it open the payment page',
    change: 'sandbox="{tokens}"',
  },
  'frame-blocked': {
    problem: 'The page’s policy blocks the frame that contains the checkout',
    change: 'frame-src {source}',
  },
  'frame-refused': {
    problem: 'The framed page with the checkout refuses to be shown in this page',
    change: 'Content-Security-Policy: frame-ancestors {source}, and no X-Frame-Options',
  },
  'opener-kept': { fine: 'The page keeps its link to the payment window', see: 'opener' },
  'opener-cut': {
    warning:
      'The page loses its link to the payment window, so shoppers read "Window closed?" while they pay',
    change: `${openerPolicy}: same-origin-allow-popups`,
    see: 'opener',
  },
  'permissions-payment': {
    warning: 'The page forbids payment requests, so wallets may not appear',
    change: 'Permissions-Policy: payment=(self)',
    see: 'permissions',
  },
})

export const framesIn = ({ page }: CheckContext): readonly HtmlElement[] =>
  page.elements
    .filter(({ name, attributes }) => name === 'iframe' && attributes.get('src'))
    .slice(0, maxFrames)

/** Checks a frame that contains a checkout: whether it may be shown, and whether its sandbox allows a payment. */
export async function frame(element: HtmlElement, { page, get, ended }: CheckContext): Promise<Found> {
  const url = resolve(element.attributes.get('src') ?? '', page.base)
  const result = url && (await get(url))
  if (!url || !result || !isAnswer(result) || result.status !== 200 || !isHtml(result)) return null
  const framed = await readPage(result, [], ended)
  if (payingElements(framed).length === 0) return null
  const place = `the frame ${displayUrl(url)}${element.line === null ? '' : ` in line ${element.line}`}`
  const found = listOf([
    sandbox(element, place),
    refusedByPage(page, url, place),
    refusedByFrame(page, framed, place),
  ])
  if (found.length > 0) return found
  return say('frame-fine', `${place}: run doctor with its address to check its content`)
}

function sandbox({ attributes }: HtmlElement, place: string): Found {
  const written = attributes.get('sandbox')
  const given = (written ?? '').split(/\s+/).filter(Boolean)
  const lacking = lackingTokens(given)
  if (written === undefined || lacking.length === 0) return null
  const tokens = displayText([...given, ...lacking].join(' '), 300)
  return say('frame-sandbox', `${place}: sandbox="${displayText(written)}"`, { tokens })
}

function refusedByPage(page: Page, url: URL, place: string): Found {
  return policiesOf(page).map((policy) => {
    const rule = deciding(policy, ...decidingAbout.frame)
    if (!rule || allowsUrl(rule.sources, url, page.url)) return null
    const source = url.origin === page.url.origin ? "'self'" : url.origin
    const text = displayText([rule.name, ...rule.sources].join(' '))
    return say('frame-blocked', `${place}; ${placeOf(policy)}: ${text}`, { source })
  })
}

/** Browsers ignore `X-Frame-Options` if there is a `frame-ancestors`. */
function refusedByFrame(page: Page, framed: Page, place: string): Found {
  const rules = policiesOf(framed).flatMap((policy) => deciding(policy, 'frame-ancestors') ?? [])
  const options = (headerOf(framed.answer, 'x-frame-options') ?? '').toLowerCase()
  const isSame = page.url.origin === framed.url.origin
  const byOptions = options === 'deny' || (options === 'sameorigin' && !isSame)
  const refusing = rules.find(({ sources }) => !allowsUrl(sources, new URL(page.url.origin), framed.url))
  if (!refusing && (rules.length > 0 || !byOptions)) return null
  const rule = refusing ? ['frame-ancestors', ...refusing.sources].join(' ') : `X-Frame-Options: ${options}`
  return say('frame-refused', `${place}: ${displayText(rule)}`, {
    source: isSame ? "'self'" : page.url.origin,
  })
}

/** Checks the page's headers about windows and payment requests. */
export function windowPolicies({ page }: CheckContext): Found {
  const opener = policyValue(page.answer, openerPolicy)
  return [
    opener !== 'same-origin' || opensNoWindow(page)
      ? say('opener-kept', opener || null)
      : say('opener-cut', `${openerPolicy}: ${opener}`),
    forbidsPayment(page) && say('permissions-payment', headerLine(page.answer, 'Permissions-Policy')),
  ]
}

/** `payment=()` forbids payment requests to every page, also to this one. */
function forbidsPayment(page: Page): boolean {
  const parts = (headerOf(page.answer, 'permissions-policy') ?? '').split(',')
  const isDenied = parts.some((part) => /^payment\s*=\s*\(\s*\)$/i.test(part.trim()))
  return isDenied && (offers(page, 'apple_pay') || offers(page, 'google_pay'))
}
