import type { CheckContext } from '../check-context.ts'
import { type Found, listOf, says } from '../finding.ts'
import { headerOf } from '../http/answer.ts'
import { endpointsOf, offers } from '../page/widget.ts'
import { blockedBy } from '../policy/blocked.ts'
import { policiesOf } from '../policy/policy.ts'

const say = says('policy', {
  'policy-none': { fine: 'The page has no Content-Security-Policy, so nothing blocks the checkout' },
  'policy-fine': { fine: 'The page’s Content-Security-Policy allows the checkout' },
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
