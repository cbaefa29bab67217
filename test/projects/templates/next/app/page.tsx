import Link from 'next/link'
import type { Asked } from './asked'
import { Pay } from './pay'

/** A server component: it gives the order of its address to the shop's client component. */
export default async function Page({ searchParams }: Asked) {
  const { order = '', mode = 'popup' } = await searchParams
  return (
    <main>
      <Pay order={order} mode={mode} />
      <Link href={`/elsewhere?order=${order}`}>Elsewhere</Link>
    </main>
  )
}
