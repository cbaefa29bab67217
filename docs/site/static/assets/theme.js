// Sets light or dark before the first paint, or the page would flash. A classic script, so that it works from a file.
;(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let chosen = remembered()

  function show() {
    const theme = chosen ?? (dark.matches ? 'dark' : 'light')
    root.dataset.theme = theme
    // The search dialog's own name for it.
    root.dataset.pfTheme = theme
  }

  // Storage may be forbidden; then the choice is lost with the page.
  function remembered() {
    try {
      const theme = localStorage.getItem('payin-checkout-docs:theme')
      return theme === 'light' || theme === 'dark' ? theme : null
    } catch {
      return null
    }
  }

  dark.addEventListener('change', show)
  addEventListener('toggle-theme', () => {
    chosen = root.dataset.theme === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem('payin-checkout-docs:theme', chosen)
    } catch {}
    show()
  })
  show()
})()
