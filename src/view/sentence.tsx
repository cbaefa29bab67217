import { Fragment, h } from 'preact'

/** A sentence with its placeholder filled and isolated: "49,90 €" must keep its order inside right-to-left text. */
export function Sentence({ text, value }: { readonly text: string; readonly value: string }) {
  const [before, after] = text.split(/\{\w+\}/)
  return (
    <>
      {/* Nothing rather than an empty text: Preact would write that one again at every draw. */}
      {before || null}
      <bdi>{value}</bdi>
      {after || null}
    </>
  )
}
