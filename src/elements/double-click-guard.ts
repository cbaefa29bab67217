/** As long as a slow double click takes, and as far as a finger moves in it. */
const doubleClickMs = 500
const doubleClickPx = 24

/**
 * Makes the listener for clicks in a shadow root, in the capture phase. What takes the place of a pressed control may lie
 * under the finger: a double click must not press that as well.
 * @param now milliseconds
 */
export function doubleClickGuard(now: () => number): (event: MouseEvent) => void {
  let last: { control: Element | undefined; at: number; x: number; y: number } | undefined
  return (event) => {
    // Only a pointer presses a place, whatever is there; a keyboard presses what has the focus.
    if (event.detail === 0) return
    const control = event.composedPath().find((node) => (node as Element).localName === 'button') as
      | Element
      | undefined
    const { clientX: x, clientY: y } = event
    const at = now()
    const isSecond =
      last && at - last.at < doubleClickMs && Math.hypot(x - last.x, y - last.y) < doubleClickPx
    if (isSecond && control && last?.control?.isConnected === false) return event.stopImmediatePropagation()
    // A press elsewhere ends a double click, whatever it was of.
    if (!isSecond || control) last = { control, at, x, y }
  }
}
