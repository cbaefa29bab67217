import { type ComponentChild, h } from 'preact'

/**
 * A sentence with its placeholder filled and isolated: "49,90 €" must keep its order inside right-to-left text. As
 * children for `{...}`, and no component: three texts need none, and a hundred elements would make three hundred.
 */
export function fillMessage(text: string, value: string): ComponentChild[] {
  const [before, after] = text.split(/\{\w+\}/)
  // Nothing rather than an empty text: Preact would write that one again at every draw.
  return [before || null, <bdi key="value">{value}</bdi>, after || null]
}
