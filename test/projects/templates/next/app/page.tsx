import Link from 'next/link'
import type { Asked } from './asked'
import { Pay } from './pay'

/** A server component: it passes the order of the query to the shop's client component. */
export default async function Page({ searchParams }: Asked) {
  const { order = '', mode = 'popup' } = await searchParams
  return (
    <main>
      <Pay order={order} mode={mode} />
      <Link href={`/elsewhere?order=${order}`}>Elsewhere</Link>
    </main>
  )
}
