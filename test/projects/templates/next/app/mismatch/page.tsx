import { Mismatch } from './mismatch'

export default function Page() {
  return <Mismatch />
}
