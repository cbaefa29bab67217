/** The events of a person who types. Each of them leaves the shadow root with the element as its target. */
export const typingEvents = ['keydown', 'keypress', 'keyup', 'copy', 'cut', 'paste'] as const

/**
 * A listener for a shadow root: what is typed into our text field does not reach the page. The page would see the element as
 * the target and no text field, so its keyboard shortcuts would run and eat the letters. Escape and Tab do reach it, because
 * they close its dialogs and move the focus. A page's listener in the capture phase comes first, and nothing stops it.
 */
export function keepInside(event: Event): void {
  const { target, currentTarget, key } = event as KeyboardEvent & { readonly target: Element }
  // Enter may have removed our field by now. A field of the page inside the element is the page's.
  const isOurs = target.id === 'field' && !(currentTarget as ShadowRoot).host.contains(target)
  if (isOurs && key !== 'Escape' && key !== 'Tab') {
    event.stopPropagation()
    // A space, when its key comes up, presses the page's summary or button around the element.
    if (event.type === 'keyup') event.preventDefault()
  }
}

/**
 * A keydown listener for a shadow root, in the capture phase: a held Enter acts once. The browser repeats it some thirty times
 * a second. A repeated one would press what the first one has put under the focus: it would send a refused code again until
 * the server locks the payout, or pay with the bank that was only chosen.
 */
export function ignoreHeldEnter(event: Event): void {
  const { target, currentTarget, key, repeat } = event as KeyboardEvent & { readonly target: Element }
  if (repeat && key === 'Enter' && !(currentTarget as ShadowRoot).host.contains(target)) {
    event.preventDefault()
    event.stopPropagation()
  }
}
