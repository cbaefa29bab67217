import type { Check } from '../check-context.ts'
import { displayText } from '../display.ts'
import { type Finding, fine, unknown, warning } from '../finding.ts'
import { type Answer, headerOf } from '../http/answer.ts'
import type { Page } from '../page/page.ts'
import { offers, opensNoWindow } from '../page/widget.ts'

/** Checks the page's headers about windows, other origins, and payment requests. */
export const windowPolicies: Check = {
  area: 'Policies',
  find: ({ page }) => [...opener(page), ...embedder(page.answer), ...permissions(page)],
}

/** The header's value without parameters such as `report-to`. */
const policyValue = (answer: Answer, name: string): string =>
  (headerOf(answer, name) ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

function opener(page: Page): Finding[] {
  const value = policyValue(page.answer, 'cross-origin-opener-policy')
  if (value !== 'same-origin' || opensNoWindow(page)) {
    return [
      fine('opener-kept', 'The page keeps its link to the payment window', {
        seen: value || null,
        see: 'opener',
      }),
    ]
  }
  return [
    warning(
      'opener-cut',
      'The page loses its link to the payment window, so shoppers read "Window closed?" while they pay',
      {
        seen: 'Cross-Origin-Opener-Policy: same-origin',
        change: 'Cross-Origin-Opener-Policy: same-origin-allow-popups',
        see: 'opener',
      },
    ),
  ]
}

function embedder(answer: Answer): Finding[] {
  const value = policyValue(answer, 'cross-origin-embedder-policy')
  if (value === '' || value === 'unsafe-none') return []
  return [
    unknown('embedder-policy', 'The checkout is not tested with a Cross-Origin-Embedder-Policy', {
      seen: `Cross-Origin-Embedder-Policy: ${displayText(value)}`,
      change: 'Pay once on this page in each browser that you support, or remove the header.',
      see: 'opener',
    }),
  ]
}

/** `payment=()` forbids payment requests to every page, also to this one. */
function permissions(page: Page): Finding[] {
  const written = headerOf(page.answer, 'permissions-policy') ?? ''
  const denies = written.split(',').some((part) => /^payment\s*=\s*\(\s*\)$/i.test(part.trim()))
  if (!denies || !(offers(page, 'apple_pay') || offers(page, 'google_pay'))) return []
  return [
    warning('permissions-payment', 'The page forbids payment requests, so wallets may not appear', {
      seen: `Permissions-Policy: ${displayText(written)}`,
      change: 'Permissions-Policy: payment=(self)',
      see: 'permissions',
    }),
  ]
}
