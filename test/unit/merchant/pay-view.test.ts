import { expect, test } from 'vitest'
import { payView } from '../../../src/merchant/routes/pay-page/pay-view.ts'
import { english } from '../../../src/merchant/routes/pay-page/texts.ts'

test('a payout that can be claimed has no button on the page, because it needs a code', () => {
  const own = { kind: 'payout', outcome: 'open' } as const
  const view = payView({ is: 'payable' }, own, english)
  expect(view.offer).toBeNull()
  expect(view.notice?.[0]).toBe('Payout not finished yet')
  expect(payView({ is: 'payable' }, { ...own, outcome: 'expired' }, english).offer).toBeNull()
})
