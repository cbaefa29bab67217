/** The duration of a slow double click, and how far a finger moves in it. */
const doubleClickMs = 500
const doubleClickPx = 24

/**
 * Makes a click listener for a shadow root, for the capture phase. After a press, another control may be rendered under
 * the finger. The second click of a double click must not press that one.
 * @param now milliseconds
 */
export function doubleClickGuard(now: () => number): (event: MouseEvent) => void {
  let last: { control: Element | undefined; at: number; x: number; y: number } | undefined
  return (event) => {
    const path = event.composedPath() as Element[]
    const control = path.find(({ localName, id }) => localName === 'button' || id === 'field')
    // The page's link, label, summary or button around the element must not be pressed, too.
    if ((event.currentTarget as ShadowRoot).contains(control as Node)) event.preventDefault()
    // Ignore the keyboard (detail 0): it presses the focused control, while a pointer presses whatever is at its position.
    if (event.detail === 0) return
    const { clientX: x, clientY: y } = event
    const at = now()
    const isSecond =
      last && at - last.at < doubleClickMs && Math.hypot(x - last.x, y - last.y) < doubleClickPx
    if (isSecond && control && last?.control?.isConnected === false) return event.stopImmediatePropagation()
    // A press elsewhere ends a double click.
    if (!isSecond || control) last = { control, at, x, y }
  }
}
