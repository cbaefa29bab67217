// What this page plays instead of the browser: windows that nobody sees, and wallets that every phone has.

/** The window that was opened last. */
let lastWindow = null
let refusesNext = false

/** Replaces what an element would ask of the browser. */
export function playBrowser() {
  window.open = () => {
    lastWindow = refusesNext ? null : createWindow()
    refusesNext = false
    return lastWindow
  }
  // A return page would close a tab that has no history.
  window.close = () => {}
  window.ApplePaySession ??= { canMakePayments: () => true }
  window.PaymentRequest ??= class {}
}

/**
 * Nothing that a story does takes the viewer's focus or place.
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

/** The window that was opened by what has just run. */
export function openedWindow() {
  return lastWindow
}

/** As much of a window as the widget touches. */
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
