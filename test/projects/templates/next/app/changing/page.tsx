import type { Asked } from '../asked'
import { Changing } from './changing'

/** Two orders, with a dot between them. */
export default async function Page({ searchParams }: Asked) {
  const { order = '' } = await searchParams
  return <Changing orders={order.split('.')} />
}
