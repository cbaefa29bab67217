import { Fragment, h } from './dom.ts'

/** A sentence with its placeholder filled and isolated: "49,90 €" must keep its order inside right-to-left text. */
export function Sentence({ text, value }: { readonly text: string; readonly value: string }) {
  const [before = '', after = ''] = text.split(/\{\w+\}/)
  return (
    <>
      {before}
      <bdi>{value}</bdi>
      {after}
    </>
  )
}
