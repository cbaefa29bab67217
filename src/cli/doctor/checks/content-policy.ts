import type { CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, listOf, says } from '../finding.ts'
import { headerOf } from '../http/answer.ts'
import { runningScripts } from '../page/loaded-scripts.ts'
import type { Page } from '../page/page.ts'
import {
  allowsScript,
  allowsUrl,
  type Deciding,
  deciding,
  decidingAbout,
  hasKeyword,
  type Policy,
  placeOf,
  policiesOf,
  withSource,
} from '../page/policy.ts'
import { below, endpointsOf, isEnglishOnly, offers, type WidgetScript } from '../page/widget.ts'

const say = says('policy', {
  'policy-none': { fine: 'The page has no Content-Security-Policy, so nothing blocks the checkout' },
  'policy-fine': { fine: 'The page’s Content-Security-Policy allows the checkout' },
  'policy-script': { problem: 'The page’s policy blocks the script {url}', change: '{line}; in {place}' },
  'policy-script-nonce': {
    id: 'policy-script',
    problem: 'The page’s policy blocks the script {url}',
    change:
      '<script nonce="…"> with the nonce of the header: with \'strict-dynamic\', browsers ignore addresses.',
  },
  'policy-endpoint': {
    problem: 'The page’s policy blocks the calls to the endpoint {url}',
    change: '{line}; in {place}',
  },
  'policy-languages': {
    warning: 'The page’s policy blocks the language files, so every shopper reads English',
    change: '{line}; in {place}',
  },
  'policy-logos': { warning: 'The page’s policy blocks the logos of banks', change: '{line}; in {place}' },
  'policy-sandbox': {
    problem: 'The page’s policy sandboxes the page without {lacking}',
    change: '{line}; in {place}',
    see: 'frames',
  },
})

/** Checks whether the page's Content-Security-Policy allows the widget. */
export function contentPolicy(context: CheckContext): Found {
  const { page } = context
  const endpoints = endpointsOf(context).map(({ base }) => base)
  const blocked = listOf(blockedBy(page, { endpoints, banks: offers(page, 'bank_account') }))
  if (blocked.length > 0) return blocked
  const policies = policiesOf(page)
  const isReported = headerOf(page.answer, 'content-security-policy-report-only') !== null
  if (policies.length > 0) return say('policy-fine')
  return say('policy-none', isReported ? 'Content-Security-Policy-Report-Only blocks nothing' : null)
}

export interface Needed {
  readonly endpoints: readonly URL[]
  readonly banks: boolean
}

export function blockedBy(page: Page, { endpoints, banks }: Needed): Found {
  const scripts = runningScripts(page)
  const [script] = isEnglishOnly(page) ? [] : scripts
  return policiesOf(page).map((policy) => [
    scripts.map((each) => blockedScript(page, policy, each)),
    endpoints.map((url) =>
      blockedUrl(page, policy, 'policy-endpoint', below({ base: url }, '/sessions'), url),
    ),
    script && blockedUrl(page, policy, 'policy-languages', new URL('locales/index.json', script.url)),
    banks &&
      endpoints.map((url) =>
        blockedUrl(page, policy, 'policy-logos', below({ base: url }, '/banks/id/logo')),
      ),
    sandboxed(policy),
  ])
}

/** @param line what to write in place of the rule that blocks */
function blocked(
  id: Parameters<typeof say>[0],
  policy: Policy,
  rule: Deciding,
  line: string,
  gaps: { readonly url?: string; readonly lacking?: string } = {},
): Found {
  const seen = `${placeOf(policy)}: ${displayText([rule.name, ...rule.sources].join(' '), 200)}`
  return say(id, seen, { line: displayText(line, 300), place: placeOf(policy), ...gaps })
}

/** The origin as an entry of a source list. */
const sourceOf = (url: URL, page: Page): string => (url.origin === page.url.origin ? "'self'" : url.origin)

function blockedScript(page: Page, policy: Policy, { element, url }: WidgetScript): Found {
  // A policy in a <meta> applies only to the elements after it.
  if (policy.line !== null && element.line !== null && element.line < policy.line) return null
  const rule = deciding(policy, ...decidingAbout.script)
  if (!rule || allowsScript(rule.sources, element, url, page.url)) return null
  const name = rule.name === 'default-src' ? 'script-src' : rule.name
  const id = hasKeyword(rule.sources, 'strict-dynamic') ? 'policy-script-nonce' : 'policy-script'
  return blocked(id, policy, rule, withSource(rule, name, sourceOf(url, page)), { url: displayUrl(url) })
}

/** @param shown the address for the message, in place of the requested one */
function blockedUrl(
  page: Page,
  policy: Policy,
  id: 'policy-endpoint' | 'policy-languages' | 'policy-logos',
  requested: URL,
  shown = requested,
): Found {
  const about = decidingAbout[id === 'policy-logos' ? 'image' : 'connect']
  const rule = deciding(policy, ...about)
  if (!rule || allowsUrl(rule.sources, requested, page.url)) return null
  const line = withSource(rule, about[0], sourceOf(requested, page))
  return blocked(id, policy, rule, line, { url: displayUrl(shown) })
}

/** Tokens that the sandbox of a frame or a policy must have. */
const neededTokens = ['allow-scripts', 'allow-same-origin'] as const
const popupTokens = ['allow-popups', 'allow-popups-to-escape-sandbox'] as const
const redirectTokens = ['allow-top-navigation', 'allow-top-navigation-by-user-activation'] as const

/** The tokens that a sandbox needs for a payment but does not have. */
export function lackingTokens(given: readonly string[]): string[] {
  const has = (token: string) => given.some((each) => each.toLowerCase() === token)
  const opens = popupTokens.every(has) || (!has('allow-popups') && redirectTokens.some(has))
  return [
    ...neededTokens.filter((token) => !has(token)),
    ...(opens ? [] : popupTokens.filter((token) => !has(token))),
  ]
}

function sandboxed(policy: Policy): Found {
  const rule = deciding(policy, 'sandbox')
  const lacking = rule ? lackingTokens(rule.sources) : []
  if (!rule || lacking.length === 0) return null
  const line = ['sandbox', ...rule.sources, ...lacking].join(' ')
  return blocked('policy-sandbox', policy, rule, line, { lacking: lacking.join(', ') })
}
