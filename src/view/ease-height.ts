/** How long a change of height takes. */
const easeMs = 200

/**
 * Eases a box from the height that it had into the one that its new content gives it, so that what stands below does not jump.
 * Nothing moves for people who ask for reduced motion.
 * @param before the height in pixels before the content changed
 */
export function easeHeight(box: HTMLElement, before: number): void {
  // An animation that still runs would be measured in place of the content.
  for (const running of box.getAnimations()) running.cancel()
  const after = box.offsetHeight
  if (before === after || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // The margin keeps focus rings visible.
  const clip = { overflow: 'clip', overflowClipMargin: '8px' }
  box.animate(
    [
      { height: `${before}px`, ...clip },
      { height: `${after}px`, ...clip },
    ],
    { duration: easeMs, easing: 'ease' },
  )
}
