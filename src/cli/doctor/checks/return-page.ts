import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { liveEndpoints } from '../endpoint/live.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import { headerOf, isHtml } from '../http/answer.ts'
import { follow } from '../http/follow.ts'
import { attributeNames } from '../page/attribute-names.ts'
import { attributeValues } from '../page/attribute-values.ts'
import { type Page, readPage, resolve } from '../page/page.ts'
import { below, widgetScripts } from '../page/widget.ts'
import { blockedBy } from '../policy/blocked.ts'
import { policiesOf } from '../policy/policies-of.ts'
import { deciding } from '../policy/policy.ts'

/** The page that shoppers come back to, asked for without a session. */
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
        problem('return-downgrade', 'The return page leads from HTTPS to HTTP', {
          seen,
          change: 'Redirect to https: only.',
          see: 'protocol',
        }),
      ]
    }
    const { answer, hops } = followed
    if (answer.status === 404 && returnUrl === null) {
      const title = 'There is no return page below the endpoint; yours may have another address'
      return [
        unknown('return-unknown', title, {
          seen: `${name}: 404`,
          change: '--return-url https://…',
          see: 'protocol',
        }),
      ]
    }
    if (answer.status !== 200 || !isHtml(answer)) {
      return [
        problem('return-no-page', 'The return page is no page', {
          seen: `${name}: ${answer.status}`,
          change: giveIt,
          see: 'protocol',
        }),
      ]
    }
    return onPage(context, readPage(answer, hops))
  },
}

const giveIt =
  '<payin-return endpoint="/checkout" href="/"></payin-return> in a page of yours, and its address as `return_url`'

function onPage({ facts }: CheckContext, page: Page): Finding[] {
  const name = displayUrl(page.url)
  const element = page.elements.find((each) => each.name === 'payin-return')
  if (!element) {
    const isScripted = page.elements.some((each) => each.name === 'script')
    return [
      (isScripted ? warning : problem)(
        'return-without-element',
        'The return page’s HTML holds no <payin-return>',
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
    : [fine('return-fine', 'The return page is as it should be', { seen: name, see: 'protocol' })]
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

/** Its address holds the session's id, which a Referer would carry to whatever it loads or leads to. */
function referrer({ answer, elements }: Page, name: string): Finding[] {
  const meta = elements.find(
    ({ name, attributes }) => name === 'meta' && attributes.get('name')?.toLowerCase() === 'referrer',
  )
  const written = meta?.attributes.get('content') ?? headerOf(answer, 'referrer-policy') ?? ''
  // Of a list the last one that a browser knows.
  const policy = written.split(',').pop()?.trim().toLowerCase() ?? ''
  if (policy !== 'unsafe-url' && policy !== 'no-referrer-when-downgrade') return []
  return [
    problem('return-referrer', 'The return page tells its address, with the session’s id, to other sites', {
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
      'The return page cuts the link to the shop’s page, which then reads its window as closed',
      {
        seen: `${name}: Cross-Origin-Opener-Policy: ${displayText(value)}`,
        change: 'Leave Cross-Origin-Opener-Policy out on this page.',
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
