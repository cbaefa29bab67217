// Shows a list in the browser's top layer, where the overflow, transform or z-index of an ancestor has no effect. Not by
// CSS anchor positioning, because Firefox ESR and WebKitGTK lack it.

/** The gap between the field and its list, and between the list and the window's edge. */
const gapPx = 4
const maxHeightPx = 264

/**
 * Shows a list below or above its field, and keeps it there until the returned function is called. In a browser without
 * popovers the list stays where the style sheet puts it.
 *
 * @param onOut called when the field was scrolled out of sight
 */
export function showInTopLayer(
  list: HTMLElement,
  field: Element,
  onOut: () => void,
): (() => void) | undefined {
  const { defaultView } = list.ownerDocument
  if (!defaultView || !('showPopover' in list)) return
  // The list can be opened by a key while the field is out of sight.
  field.scrollIntoView({ block: 'nearest' })
  list.popover = 'manual'
  list.showPopover()
  let frame = 0
  /** Runs each frame: no event covers everything that moves the field (scrolling, the on-screen keyboard, late content). */
  function follow(): void {
    const { top, bottom, left, width } = field.getBoundingClientRect()
    const { offsetTop = 0, height = 0 } = defaultView?.visualViewport ?? {}
    const [above, below] = [top - offsetTop, offsetTop + height - bottom]
    // Independent of the number of rows, or the list would jump from one side to the other while the shopper types.
    const isBelow = below >= maxHeightPx + 2 * gapPx || below >= above
    Object.assign(list.style, {
      left: `${left}px`,
      width: `${width}px`,
      maxHeight: `${Math.max(0, Math.min(maxHeightPx, (isBelow ? below : above) - 2 * gapPx))}px`,
      top: `${isBelow ? bottom + gapPx : top - gapPx}px`,
      transform: isBelow ? '' : 'translateY(-100%)',
    })
    frame = requestAnimationFrame(follow)
  }
  follow()
  const sight = new IntersectionObserver(([seen]) => seen?.isIntersecting || onOut())
  sight.observe(field)
  return () => {
    cancelAnimationFrame(frame)
    sight.disconnect()
    list.hidePopover()
  }
}
