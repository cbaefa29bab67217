import { toNext } from 'payin-checkout/merchant/next'

export const dynamic = 'force-dynamic'
export const { GET, POST, OPTIONS } = toNext(async () => {
  const { merchant } = await import('../../../merchant.ts')
  merchant.start()
  return merchant
})
