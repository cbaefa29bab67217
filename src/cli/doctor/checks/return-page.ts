import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { liveEndpoints } from '../endpoint/live.ts'
import { type Finding, fine, problem, warning } from '../finding.ts'
import { headerOf, isHtml } from '../http/answer.ts'
import { follow } from '../http/follow.ts'
import { attributeNames } from '../page/attribute-names.ts'
import { attributeValues } from '../page/attribute-values.ts'
import { isLogin } from '../page/login.ts'
import { type Page, readPage, resolve } from '../page/page.ts'
import { unreadPage } from '../page/unread-page.ts'
import { below, widgetScripts } from '../page/widget.ts'
import { blockedBy } from '../policy/blocked.ts'
import { policiesOf } from '../policy/policies-of.ts'
import { deciding } from '../policy/policy.ts'

/** Checks the page that shoppers return to. It is requested without a session. */
export const returnPage: Check = {
  area: 'Return page',
  async find(context) {
    const { returnUrl } = context.input
    const [live] = await liveEndpoints(context)
    const url = returnUrl ?? (live ? below(live.endpoint, '/return') : null)
    if (!url) return []
    const followed = await follow(context.send, url)
    const name = displayUrl(url)
    if ('failed' in followed) {
      if (followed.isNotAsked) return []
      return [
        problem('return-unreachable', 'The return page cannot be reached', {
          seen: followed.failed,
          change: giveIt,
          see: 'protocol',
        }),
      ]
    }
    if ('downgrade' in followed) {
      const seen = `${displayUrl(followed.downgrade.from)} → ${displayUrl(followed.downgrade.to)}`
      return [
        problem('return-downgrade', 'The return page redirects from HTTPS to HTTP', {
          seen,
          change: 'Redirect to https: only.',
          see: 'protocol',
        }),
      ]
    }
    const { answer, hops } = followed
    if (answer.status === 404 && returnUrl === null) {
      const title = 'There is no return page below the endpoint, so shoppers come back to an error'
      return [
        problem('return-not-there', title, {
          seen: `${name}: 404`,
          change: `Answer GET {endpoint}/return with a page that holds <payin-return>. If yours has another address: --return-url https://…`,
          see: 'protocol',
        }),
      ]
    }
    if (![200, 401, 403].includes(answer.status) || (answer.status === 200 && !isHtml(answer))) {
      return [
        problem('return-no-page', 'The return address does not show a page', {
          seen: `${name}: ${answer.status}`,
          change: giveIt,
          see: 'protocol',
        }),
      ]
    }
    const page = await readPage(answer, hops, context.ended)
    if (isLogin(page)) return [behindLogin(displayUrl(page.url))]
    return [...unreadPage(page, 'return'), ...onPage(context, page)]
  },
}

const giveIt =
  '<payin-return endpoint="/checkout" href="/"></payin-return> in a page of yours, and the address of that page as `return_url`'

const behindLogin = (name: string): Finding =>
  problem(
    'return-login',
    'The return page is behind a login, which shoppers have not passed in every browser',
    {
      seen: name,
      change: 'Exempt the return page from the login: banks may send a shopper back in another browser.',
      see: 'protocol',
    },
  )

function onPage({ facts }: CheckContext, page: Page): Finding[] {
  const name = displayUrl(page.url)
  const element = page.elements.find((each) => each.name === 'payin-return')
  if (!element) {
    const isScripted = page.elements.some((each) => each.name === 'script')
    return [
      (isScripted ? warning : problem)(
        'return-without-element',
        'The return page’s HTML contains no <payin-return>',
        {
          seen: isScripted ? `${name}: a script may add it` : name,
          change: giveIt,
          see: 'protocol',
        },
      ),
    ]
  }
  const endpoint = resolve(element.attributes.get('endpoint') || '/', page.base)
  const found = [
    ...attributeNames(element, facts).found,
    ...attributeValues(element, facts),
    ...(element.attributes.get('endpoint') ? [] : [withoutEndpoint(name)]),
    ...script(page, name),
    ...blockedBy(page, { endpoints: endpoint ? [endpoint] : [], banks: false }),
    ...referrer(page, name),
    ...opener(page, name),
    ...framed(page, name),
  ]
  return found.length > 0
    ? found
    : [fine('return-fine', 'The return page is correct', { seen: name, see: 'protocol' })]
}

const withoutEndpoint = (name: string): Finding =>
  warning('return-without-endpoint', 'The return page’s <payin-return> has no `endpoint`', {
    seen: name,
    change: 'endpoint="/checkout"',
    see: 'attributes',
  })

function script({ elements, ...page }: Page, name: string): Finding[] {
  const hasScript = elements.some((each) => each.name === 'script')
  if (hasScript || widgetScripts({ elements, ...page }).length > 0) return []
  const change = '<script src="/payin-checkout.js" async></script>'
  return [
    problem('return-without-script', 'The return page loads no script, so the payment window stays open', {
      seen: name,
      change,
      see: 'protocol',
    }),
  ]
}

/** The page's address contains the session's id. A Referer header would send it to other sites. */
function referrer({ answer, elements }: Page, name: string): Finding[] {
  const meta = elements.find(
    ({ name, attributes }) => name === 'meta' && attributes.get('name')?.toLowerCase() === 'referrer',
  )
  const written = meta?.attributes.get('content') ?? headerOf(answer, 'referrer-policy') ?? ''
  // In a list, the last known policy counts.
  const policy = written.split(',').pop()?.trim().toLowerCase() ?? ''
  if (policy !== 'unsafe-url' && policy !== 'no-referrer-when-downgrade') return []
  return [
    problem('return-referrer', 'The return page sends its address, with the session’s id, to other sites', {
      seen: `${name}: Referrer-Policy: ${displayText(written)}`,
      change: 'Referrer-Policy: no-referrer',
      see: 'session',
    }),
  ]
}

function opener({ answer }: Page, name: string): Finding[] {
  const written = headerOf(answer, 'cross-origin-opener-policy')
  const value = written?.split(';')[0]?.trim().toLowerCase() ?? 'unsafe-none'
  if (value === 'unsafe-none') return []
  return [
    warning(
      'return-opener',
      'The return page cuts its link to the shop’s page, so that page believes the window is closed',
      {
        seen: `${name}: Cross-Origin-Opener-Policy: ${displayText(value)}`,
        change: 'Remove Cross-Origin-Opener-Policy from this page.',
        see: 'opener',
      },
    ),
  ]
}

function framed(page: Page, name: string): Finding[] {
  const isRefused = policiesOf(page).some((policy) => deciding(policy, 'frame-ancestors') !== null)
  if (isRefused || headerOf(page.answer, 'x-frame-options') !== null) return []
  return [
    warning('return-framed', 'Any website may show the return page in a frame', {
      seen: `${name}: no frame-ancestors`,
      change: "Content-Security-Policy: frame-ancestors 'none'",
      see: 'frames',
    }),
  ]
}
