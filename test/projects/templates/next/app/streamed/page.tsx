import { Suspense } from 'react'
import type { Asked } from '../asked'
import { Pay } from '../pay'

/** The result of a slow query is sent after the rest of the page, in the same response. */
async function SlowOrder({ searchParams }: Asked) {
  const { order = '' } = await searchParams
  await new Promise((resolve) => setTimeout(resolve, 300))
  return <Pay order={order} />
}

export default function Page({ searchParams }: Asked) {
  return (
    <Suspense fallback={<p>The order is being looked up.</p>}>
      <SlowOrder searchParams={searchParams} />
    </Suspense>
  )
}
