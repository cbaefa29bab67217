import type { CheckContext } from '../check-context.ts'
import { type Found, says } from '../finding.ts'
import { headerLine, headerOf, policyValue } from '../http/answer.ts'
import type { Page } from '../page/page.ts'
import { offers, opensNoWindow } from '../page/widget.ts'

const openerPolicy = 'Cross-Origin-Opener-Policy'

const say = says('opener', {
  'opener-kept': { fine: 'The page keeps its link to the payment window' },
  'opener-cut': {
    warning:
      'The page loses its link to the payment window, so shoppers read "Window closed?" while they pay',
    change: `${openerPolicy}: same-origin-allow-popups`,
  },
  'permissions-payment': {
    warning: 'The page forbids payment requests, so wallets may not appear',
    change: 'Permissions-Policy: payment=(self)',
    see: 'permissions',
  },
})

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
