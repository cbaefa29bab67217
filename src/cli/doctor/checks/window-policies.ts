import type { Check } from '../check-context.ts'
import { displayText } from '../display.ts'
import { type Finding, fine, unknown, warning } from '../finding.ts'
import { type Answer, headerOf } from '../http/answer.ts'
import type { Page } from '../page/page.ts'
import { offers, opensNoWindow } from '../page/widget.ts'

/** What the page's headers say of windows, of other origins, and of payment requests. */
export const windowPolicies: Check = {
  area: 'Policies',
  find: ({ page }) => [...opener(page), ...embedder(page.answer), ...permissions(page)],
}

/** The value without its parameters, such as `report-to`. */
const policyValue = (answer: Answer, name: string): string =>
  (headerOf(answer, name) ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

function opener(page: Page): Finding[] {
  const value = policyValue(page.answer, 'cross-origin-opener-policy')
  if (value !== 'same-origin' || opensNoWindow(page)) {
    return [
      fine('opener-kept', 'The page stays in touch with the payment window', {
        seen: value || null,
        see: 'opener',
      }),
    ]
  }
  return [
    warning(
      'opener-cut',
      'The page loses sight of the payment window: shoppers read "Window closed?" while they pay',
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
    unknown('embedder-policy', 'The checkout was not tried under a Cross-Origin-Embedder-Policy', {
      seen: `Cross-Origin-Embedder-Policy: ${displayText(value)}`,
      change: 'Pay once on this page in each browser that you support, or leave the header out.',
      see: 'opener',
    }),
  ]
}

/** `payment=()` allows nobody to ask, this page neither. */
function permissions(page: Page): Finding[] {
  const written = headerOf(page.answer, 'permissions-policy') ?? ''
  const denies = written.split(',').some((part) => /^payment\s*=\s*\(\s*\)$/i.test(part.trim()))
  if (!denies || !(offers(page, 'apple_pay') || offers(page, 'google_pay'))) return []
  return [
    warning('permissions-payment', 'The page forbids payment requests, so wallets may not be offered', {
      seen: `Permissions-Policy: ${displayText(written)}`,
      change: 'Permissions-Policy: payment=(self)',
      see: 'permissions',
    }),
  ]
}
