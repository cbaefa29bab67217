import type {} from 'payin-checkout/react'
import type { Asked } from '../asked'
import { Elements } from './elements'

/**
 * A server component that contains the tag itself. It sets attributes only, because a server component cannot pass
 * functions.
 */
export default async function Page({ searchParams }: Asked) {
  const { order } = await searchParams
  return (
    <main>
      <payin-checkout endpoint="/checkout" order={order} amount="49.90" currency="EUR">
        <p slot="fallback">
          <a href="mailto:shop@lantern.example">Order by mail</a>
        </p>
      </payin-checkout>
      <Elements />
    </main>
  )
}
