import { Pay } from './pay'

export default async function Page({ params }: Props) {
  const { id } = await params
  return <Pay order={id} />
}

interface Props {
  params: Promise<{ id: string }>
}
