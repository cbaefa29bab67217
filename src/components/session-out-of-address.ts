// `<payin-return>` takes the session's id out of the address as soon as it is in the page. A framework's router may have
// read the address before that: Next.js writes what it has read back when it takes the server's page over, and the id,
// which lets anybody read the session, would be in the address bar for good.

/**
 * Takes the id out of the address once more, after the page's router has begun, and in a way that the router notices.
 * For an effect: the router's own effects of the same turn come first. Returns how to stop.
 */
export function keepSessionOutOfAddress(): () => void {
  const timer = setTimeout(() => {
    // Next.js takes what bears its mark for its own, and would not learn the new address. It adds the mark again.
    const { __NA: _, ...state } = history.state ?? {}
    if (!state.payinSession) return
    const url = new URL(location.href)
    if (url.searchParams.get('session') === state.payinSession) url.searchParams.delete('session')
    history.replaceState(state, '', url)
  })
  return () => clearTimeout(timer)
}
