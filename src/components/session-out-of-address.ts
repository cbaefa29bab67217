// `<payin-return>` removes the session's id from the address as soon as it is in the page. A framework's router may have
// read the address before. Next.js writes that address back when it hydrates the page. Then the id, with which anyone can
// read the session, would stay in the address bar.

/**
 * Removes the id from the address again, after the page's router has started, and so that the router notices it. Call it
 * in an effect: its timer runs after the router's own effects. Returns how to stop.
 */
export function keepSessionOutOfAddress(): () => void {
  const timer = setTimeout(() => {
    // Next.js ignores states with its own mark `__NA`, and would not learn the new address. It adds the mark again itself.
    const { __NA: _, ...state } = history.state ?? {}
    if (!state.payinSession) return
    const url = new URL(location.href)
    if (url.searchParams.get('session') === state.payinSession) url.searchParams.delete('session')
    history.replaceState(state, '', url)
  })
  return () => clearTimeout(timer)
}
