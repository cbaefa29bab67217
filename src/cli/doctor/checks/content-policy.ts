import type { Check } from '../check-context.ts'
import { type Finding, fine } from '../finding.ts'
import { headerOf } from '../http/answer.ts'
import { endpointsOf, offers } from '../page/widget.ts'
import { blockedBy } from '../policy/blocked.ts'
import { policiesOf } from '../policy/policies-of.ts'

/** Checks whether the page's Content-Security-Policy allows the widget. */
export const contentPolicy: Check = {
  area: 'Policies',
  find(context) {
    const { page } = context
    const endpoints = endpointsOf(context).map(({ base }) => base)
    const blocked = blockedBy(page, { endpoints, banks: offers(page, 'bank_account') })
    if (blocked.length > 0) return blocked
    const policies = policiesOf(page)
    const isReported = headerOf(page.answer, 'content-security-policy-report-only') !== null
    const found: Finding[] = [
      policies.length === 0
        ? fine('policy-none', 'The page has no Content-Security-Policy, so nothing blocks the checkout', {
            seen: isReported ? 'Content-Security-Policy-Report-Only blocks nothing' : null,
            see: 'policy',
          })
        : fine('policy-fine', 'The page’s Content-Security-Policy allows the checkout', { see: 'policy' }),
    ]
    if (policies.some(({ directives }) => directives.has('require-trusted-types-for'))) {
      found.push(
        fine('policy-trusted-types', 'The page requires Trusted Types, and the checkout supports them', {
          see: 'policy',
        }),
      )
    }
    return found
  },
}
