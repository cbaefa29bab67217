import { type ComponentChild, h } from 'preact'

/**
 * A message with its placeholder replaced by a value. The value is isolated by `<bdi>`, or "49,90 €" would change its
 * order inside right-to-left text. Returns children for `{...}` and is no component, to save instances on pages with
 * many elements.
 */
export function fillMessage(text: string, value: string): ComponentChild[] {
  const [before, after] = text.split(/\{\w+\}/)
  // `null` instead of an empty text, which Preact would write again on every render.
  return [before || null, <bdi key="value">{value}</bdi>, after || null]
}
