import type { HostedWindow, LoadingText, Windows } from './ports.ts'
import { prefersRedirect } from './prefers-redirect.ts'

/** Cached for the page, because every render of every element reads it. */
let prefers: boolean | undefined

/** The browser's windows. */
export const browserWindows: Windows = {
  open: openBlank,
  redirect: leaveTab,
  ownsTab: () => top === window,
  prefersRedirect() {
    prefers ??= prefersRedirect(window)
    return wasRefused || prefers
  },
  here: pageOfTab,
  host: () => hostOf(location, document),
}

/** The shop's host. A frame with `srcdoc` has no address of its own, so it takes that of the page around it. */
export const hostOf = ({ hostname }: Location, document: Document): string =>
  hostname || new URL(document.baseURI).hostname

/**
 * Navigates the tab, not only the frame that the shop may be in: a hosted page refuses to be framed, and the shopper
 * would see an empty frame. Uses `location.href`, because every browser throws when it refuses that. `open(url, '_top')`
 * returns a window in Firefox although nothing happens, and `location.assign` is not allowed across origins.
 *
 * @returns `false` if the browser refused: the frame's sandbox forbids it, or the click is too long ago (Safari one
 * second, Chromium and Firefox five). Inside the next click it may succeed.
 */
function leaveTab(url: URL): boolean {
  try {
    const { location } = top ?? window
    location.href = url.href
    return true
  } catch {
    // The next click opens a window, unless that was refused, too: a frame's sandbox may allow only windows.
    prefers = false
    return false
  }
}

/** The address of the page that `redirect` leaves. Empty in a frame of another origin, which cannot read it. */
function pageOfTab(): string {
  try {
    return (top ?? window).location.href
  } catch {
    return ''
  }
}

/**
 * Whether a frame was refused a window. In Firefox the refused try uses up the click's user activation, and navigating
 * the tab needs it, too. Trying a window first in each click would make both impossible.
 */
let wasRefused = false
let opened = 0

/**
 * Opens a blank window as docs/internals/browser-facts.md#how-the-hosted-window-is-opened describes. Without `noopener`, which would return null. Its text is added by plain DOM
 * calls, because `document.write` cuts the connection to the window on shop pages that send COOP.
 */
function openBlank(text: LoadingText): HostedWindow | null {
  let popup: Window | null = null
  try {
    // A unique name, or a second element would reuse the first one's window.
    popup = realWindow(window.open('', `payin-checkout-${Date.now()}-${opened++}`, features()))
  } catch {
    // Sandboxed iframes throw in some browsers and return null in others (docs/internals/browser-facts.md#three-signs-of-a-blocked-popup).
  }
  if (!popup || popup.closed) {
    wasRefused = top !== window
    return null
  }
  try {
    writeLoading(popup.document, text)
  } catch {
    // The text is not essential.
  }
  return hostedWindow(popup)
}

/**
 * The real window of a handle, or `null`. Some extensions wrap the window. Popup blockers may return a plain object, the
 * window of a hidden frame, or a proxy of the page itself, and all of these claim to be open. A web view without windows
 * returns the page itself. Without this check we would write our text into the shop's page.
 */
function realWindow(handle: Window | null): Window | null {
  const popup = handle?.window
  // A proxy that returns itself for every property fails the comparison with a number.
  return popup && popup.top === popup && popup !== top && popup.length >= 0 ? popup : null
}

function hostedWindow(popup: Window): HostedWindow {
  let isSeen = false
  // Nothing would navigate the blank window any more.
  const close = () => popup.close()
  addEventListener('pagehide', close)
  return {
    get closed() {
      return popup.closed
    },
    get isSeen() {
      try {
        // A window in front takes the focus from this page, or hides it. Do not call this in the task that opened the
        // window: in WebKit every new window is hidden and has no size until that task ends.
        isSeen ||= document.hidden || !document.hasFocus() || (!popup.document.hidden && popup.innerWidth > 0)
      } catch {
        // It throws across origins, so the hosted page has loaded.
        isSeen = true
      }
      return isSeen
    },
    go(url) {
      removeEventListener('pagehide', close)
      // First, because a sandboxed frame may navigate only a window whose opener it is.
      popup.location.replace(url.href)
      try {
        popup.opener = null
      } catch {
        // The opener stays if the browser refuses. That is acceptable, because the hosted page is a trusted origin.
      }
    },
    focus: () => popup.focus(),
    close,
  }
}

function features(): string {
  const width = Math.min(480, screen.availWidth)
  const height = Math.min(760, screen.availHeight)
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** Sets styles by CSSOM, because the blank page inherits the shop's CSP, which may forbid inline styles (docs/internals/browser-facts.md#what-a-strict-policy-allows). */
function writeLoading(page: Document, { title, lang }: LoadingText): void {
  page.title = title
  page.documentElement.lang = lang
  page.documentElement.style.colorScheme = 'light dark'
  const line = page.createElement('p')
  line.textContent = title
  Object.assign(line.style, {
    font: '16px system-ui, sans-serif',
    textAlign: 'center',
    marginBlockStart: '40vh',
  })
  page.body.append(line)
}
