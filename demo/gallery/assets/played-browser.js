// Simulates parts of the browser: invisible windows, and the wallets of a phone.

/** The window that was opened last. */
let lastWindow = null
let refusesNext = false

/** Replaces the browser's functions that an element calls. */
export function playBrowser() {
  window.open = () => {
    lastWindow = refusesNext ? null : createWindow()
    refusesNext = false
    return lastWindow
  }
  // A return page would close a tab without a history.
  window.close = () => {}
  window.ApplePaySession ??= { canMakePayments: () => true }
  window.PaymentRequest ??= class {}
}

/**
 * Prevents stories from changing the viewer's focus or scroll position.
 * @returns how to end it
 */
export function holdStill() {
  const { focus } = HTMLElement.prototype
  const { scrollIntoView } = Element.prototype
  HTMLElement.prototype.focus = () => {}
  Element.prototype.scrollIntoView = () => {}
  return () => {
    HTMLElement.prototype.focus = focus
    Element.prototype.scrollIntoView = scrollIntoView
  }
}

/** The next window is refused, as a popup blocker does. */
export function refuseNextWindow() {
  refusesNext = true
}

/** The window that the last step opened. */
export function openedWindow() {
  return lastWindow
}

/** The parts of a window that the widget uses. */
function createWindow() {
  return {
    closed: false,
    length: 0,
    innerWidth: 480,
    opener: window,
    document: document.implementation.createHTMLDocument(''),
    location: { replace() {} },
    get window() {
      return this
    },
    get top() {
      return this
    },
    focus() {},
    close() {
      this.closed = true
    },
  }
}
