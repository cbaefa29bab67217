import { type CheckContext, liveEndpoints } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, listOf, says } from '../finding.ts'
import { headerOf, isHtml, policyValue } from '../http/answer.ts'
import { follow } from '../http/follow.ts'
import { attributeNames } from '../page/attribute-names.ts'
import { attributeValues } from '../page/attribute-values.ts'
import { isLogin } from '../page/login.ts'
import { type Page, readPage, resolve } from '../page/page.ts'
import { deciding, policiesOf } from '../page/policy.ts'
import { below, widgetScripts } from '../page/widget.ts'
import { blockedBy } from './content-policy.ts'
import { unreadPage } from './page-answer.ts'

const giveIt =
  '<payin-return endpoint="/checkout" href="/"></payin-return> in a page of yours, and the address of that page as `return_url`'
const withoutElement = 'The return page’s HTML contains no <payin-return>'

const say = says('protocol', {
  'return-unreachable': { problem: 'The return page cannot be reached', change: giveIt },
  'return-downgrade': {
    problem: 'The return page redirects from HTTPS to HTTP',
    change: 'Redirect to https: only.',
  },
  'return-not-there': {
    problem: 'There is no return page below the endpoint, so shoppers come back to an error',
    change:
      'Answer GET {endpoint}/return with a page that holds <payin-return>. If yours has another address: --return-url https://…',
  },
  'return-no-page': { problem: 'The return address does not show a page', change: giveIt },
  'return-login': {
    problem: 'The return page is behind a login, which shoppers have not passed in every browser',
    change: 'Exempt the return page from the login: banks may send a shopper back in another browser.',
  },
  'return-without-element': { problem: withoutElement, change: giveIt },
  'return-scripted': { id: 'return-without-element', warning: withoutElement, change: giveIt },
  'return-without-endpoint': {
    warning: 'The return page’s <payin-return> has no `endpoint`',
    change: 'endpoint="/checkout"',
    see: 'attributes',
  },
  'return-without-script': {
    problem: 'The return page loads no script, so the payment window stays open',
    change: '<script src="/payin-checkout.js" async></script>',
  },
  // The page's address contains the session's id.
  'return-referrer': {
    problem: 'The return page sends its address, with the session’s id, to other sites',
    change: 'Referrer-Policy: no-referrer',
    see: 'session',
  },
  'return-opener': {
    warning: 'The return page cuts its link to the shop’s page, so that page believes the window is closed',
    change: 'Remove Cross-Origin-Opener-Policy from this page.',
    see: 'opener',
  },
  'return-framed': {
    warning: 'Any website may show the return page in a frame',
    change: "Content-Security-Policy: frame-ancestors 'none'",
    see: 'frames',
  },
  'return-fine': { fine: 'The return page is correct' },
})

/** Checks the page that shoppers return to. It is requested without a session. */
export async function returnPage(context: CheckContext): Promise<Found> {
  const { returnUrl } = context.input
  const [live] = await liveEndpoints(context)
  const url = returnUrl ?? (live ? below(live.endpoint, '/return') : null)
  if (!url) return null
  const followed = await follow(context.send, url)
  if ('failed' in followed) return !followed.isNotAsked && say('return-unreachable', followed.failed)
  if ('downgrade' in followed) {
    const { from, to } = followed.downgrade
    return say('return-downgrade', `${displayUrl(from)} → ${displayUrl(to)}`)
  }
  const { answer, hops } = followed
  const { status } = answer
  if (status === 404 && returnUrl === null) return say('return-not-there', `${displayUrl(url)}: 404`)
  if (![200, 401, 403].includes(status) || (status === 200 && !isHtml(answer)))
    return say('return-no-page', `${displayUrl(url)}: ${status}`)
  const page = await readPage(answer, hops, context.ended)
  if (isLogin(page)) return say('return-login', displayUrl(page.url))
  return [unreadPage(page, 'return'), onPage(context, page)]
}

function onPage({ facts }: CheckContext, page: Page): Found {
  const name = displayUrl(page.url)
  const element = page.elements.find((each) => each.name === 'payin-return')
  const isScripted = page.elements.some((each) => each.name === 'script')
  if (!element)
    return isScripted
      ? say('return-scripted', `${name}: a script may add it`)
      : say('return-without-element', name)
  const written = element.attributes.get('endpoint')
  const endpoint = resolve(written || '/', page.base)
  const isFramable =
    headerOf(page.answer, 'x-frame-options') === null &&
    policiesOf(page).every((policy) => deciding(policy, 'frame-ancestors') === null)
  const found = listOf([
    attributeNames(element, facts).found,
    attributeValues(element, facts),
    !written && say('return-without-endpoint', name),
    !isScripted && widgetScripts(page).length === 0 && say('return-without-script', name),
    blockedBy(page, { endpoints: endpoint ? [endpoint] : [], banks: false }),
    referrer(page, name),
    opener(page, name),
    isFramable && say('return-framed', `${name}: no frame-ancestors`),
  ])
  return found.length > 0 ? found : say('return-fine', name)
}

function referrer({ answer, elements }: Page, name: string): Found {
  const meta = elements.find(
    ({ name, attributes }) => name === 'meta' && attributes.get('name')?.toLowerCase() === 'referrer',
  )
  const written = meta?.attributes.get('content') ?? headerOf(answer, 'referrer-policy') ?? ''
  // In a list, the last known policy counts.
  const policy = written.split(',').pop()?.trim().toLowerCase() ?? ''
  if (policy !== 'unsafe-url' && policy !== 'no-referrer-when-downgrade') return null
  return say('return-referrer', `${name}: Referrer-Policy: ${displayText(written)}`)
}

function opener({ answer }: Page, name: string): Found {
  const header = 'Cross-Origin-Opener-Policy'
  const value = policyValue(answer, header)
  if (value === '' || value === 'unsafe-none') return null
  return say('return-opener', `${name}: ${header}: ${displayText(value)}`)
}
