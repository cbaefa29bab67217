// Finds what a page's Content-Security-Policy blocks of the widget.

import { displayText, displayUrl } from '../display.ts'
import { type Finding, problem, warning } from '../finding.ts'
import { runningScripts } from '../page/loaded-scripts.ts'
import type { Page } from '../page/page.ts'
import { below, isEnglishOnly, type WidgetScript } from '../page/widget.ts'
import { policiesOf } from './policies-of.ts'
import { type Deciding, deciding, decidingAbout, type Policy, placeOf, withSource } from './policy.ts'
import { allowsScript, allowsUrl, hasKeyword } from './sources.ts'

/** What the widget loads on this page. */
export interface Needed {
  readonly endpoints: readonly URL[]
  /** Whether the widget shows banks with their logos. */
  readonly banks: boolean
}

export function blockedBy(page: Page, { endpoints, banks }: Needed): Finding[] {
  const scripts = runningScripts(page)
  return policiesOf(page).flatMap((policy) => [
    ...scripts.flatMap((script) => blockedScript(page, policy, script)),
    ...endpoints.flatMap((url) => blockedRequest(page, policy, url)),
    ...(isEnglishOnly(page) ? [] : scripts.slice(0, 1)).flatMap((script) =>
      blockedLanguages(page, policy, script),
    ),
    ...(banks ? endpoints.flatMap((url) => blockedLogos(page, policy, url)) : []),
    ...sandboxed(policy),
  ])
}

/** The rule that blocks, and the line to write instead. */
function policyDetails(policy: Policy, rule: Deciding, line: string) {
  return {
    seen: `${placeOf(policy)}: ${displayText([rule.name, ...rule.sources].join(' '), 200)}`,
    change: `${displayText(line, 300)}; in ${placeOf(policy)}`,
    see: 'policy' as const,
  }
}

/** The origin as an entry of a source list. */
const sourceOf = (url: URL, page: Page): string => (url.origin === page.url.origin ? "'self'" : url.origin)

function blockedScript(page: Page, policy: Policy, { element, url }: WidgetScript): Finding[] {
  // A policy in a <meta> applies only to the elements after it.
  if (policy.line !== null && element.line !== null && element.line < policy.line) return []
  const rule = deciding(policy, ...decidingAbout.script)
  if (!rule || allowsScript(rule.sources, element, url, page.url)) return []
  const title = `The page’s policy blocks the script ${displayUrl(url)}`
  if (hasKeyword(rule.sources, 'strict-dynamic')) {
    const details = policyDetails(policy, rule, '')
    const change =
      '<script nonce="…"> with the nonce of the header: with \'strict-dynamic\', browsers ignore addresses.'
    return [problem('policy-script', title, { ...details, change })]
  }
  const name = rule.name === 'default-src' ? 'script-src' : rule.name
  return [
    problem('policy-script', title, policyDetails(policy, rule, withSource(rule, name, sourceOf(url, page)))),
  ]
}

function blockedRequest(page: Page, policy: Policy, url: URL): Finding[] {
  const rule = deciding(policy, ...decidingAbout.connect)
  const result = below({ base: url }, '/sessions')
  if (!rule || allowsUrl(rule.sources, result, page.url)) return []
  const title = `The page’s policy blocks the calls to the endpoint ${displayUrl(url)}`
  return [
    problem(
      'policy-endpoint',
      title,
      policyDetails(policy, rule, withSource(rule, 'connect-src', sourceOf(url, page))),
    ),
  ]
}

function blockedLanguages(page: Page, policy: Policy, { url }: WidgetScript): Finding[] {
  const rule = deciding(policy, ...decidingAbout.connect)
  if (!rule || allowsUrl(rule.sources, new URL('locales/index.json', url), page.url)) return []
  const title = 'The page’s policy blocks the language files, so every shopper reads English'
  return [
    warning(
      'policy-languages',
      title,
      policyDetails(policy, rule, withSource(rule, 'connect-src', sourceOf(url, page))),
    ),
  ]
}

function blockedLogos(page: Page, policy: Policy, url: URL): Finding[] {
  const rule = deciding(policy, ...decidingAbout.image)
  if (!rule || allowsUrl(rule.sources, new URL(`${url.href}/banks/id/logo`), page.url)) return []
  const title = 'The page’s policy blocks the logos of banks'
  return [
    warning(
      'policy-logos',
      title,
      policyDetails(policy, rule, withSource(rule, 'img-src', sourceOf(url, page))),
    ),
  ]
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

function sandboxed(policy: Policy): Finding[] {
  const rule = deciding(policy, 'sandbox')
  const lacking = rule ? lackingTokens(rule.sources) : []
  if (!rule || lacking.length === 0) return []
  const title = `The page’s policy sandboxes the page without ${lacking.join(', ')}`
  const line = ['sandbox', ...rule.sources, ...lacking].join(' ')
  return [problem('policy-sandbox', title, { ...policyDetails(policy, rule, line), see: 'frames' })]
}
