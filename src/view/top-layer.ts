// A list in the browser's top layer, where no ancestor's overflow, transform or z-index reaches it. Not by CSS anchors:
// Firefox ESR and WebKitGTK have none.

/** Between the field and its list, and between the list and the window's edge. */
const gapPx = 4
const maxHeightPx = 264

/**
 * Shows a list beside its field, where there is room, and keeps it there until the answer is called. In a browser without
 * popovers the list stays where the style sheet puts it.
 *
 * @param onOut the field has been scrolled out of sight
 */
export function showInTopLayer(
  list: HTMLElement,
  field: Element,
  onOut: () => void,
): (() => void) | undefined {
  const { defaultView } = list.ownerDocument
  if (!defaultView || !('showPopover' in list)) return
  // The key that opens the list may have been pressed in a field that is out of sight.
  field.scrollIntoView({ block: 'nearest' })
  list.popover = 'manual'
  list.showPopover()
  let frame = 0
  /** Whatever moves the field (any box that scrolls, the keyboard on the screen, a late text), there is no event for all. */
  function follow(): void {
    const { top, bottom, left, width } = field.getBoundingClientRect()
    const { offsetTop = 0, height = 0 } = defaultView?.visualViewport ?? {}
    const [above, below] = [top - offsetTop, offsetTop + height - bottom]
    // Not by how many rows there are: while the shopper types, the list would jump from one side to the other.
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
