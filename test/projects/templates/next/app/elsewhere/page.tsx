import Link from 'next/link'
import type { Asked } from '../asked'

export default async function Page({ searchParams }: Asked) {
  const { order = '' } = await searchParams
  return (
    <main>
      <h1>Elsewhere</h1>
      <Link href={`/?order=${order}`}>Back to the order</Link>
    </main>
  )
}
