import Link from 'next/link'
import type { ReactNode } from 'react'
import { Pay } from '../../pay'

interface Given {
  children: ReactNode
  params: Promise<{ order: string }>
}

/** The checkout stands in a layout: it stays while the pages below it change. */
export default async function Layout({ children, params }: Given) {
  const { order } = await params
  return (
    <main>
      <Pay order={order} />
      <Link href={`/orders/${order}/details`}>Details</Link>
      {children}
    </main>
  )
}
