import type { HostedWindow, LoadingText, Windows } from './ports.ts'
import { prefersRedirect } from './prefers-redirect.ts'

/** Of this page; asked at every draw of every element. */
let prefers: boolean | undefined

/** The browser's windows. */
export const browserWindows: Windows = {
  open: openBlank,
  redirect: leaveTab,
  prefersRedirect() {
    prefers ??= prefersRedirect(window)
    return wasRefused || prefers
  },
  here: pageOfTab,
  host: () => hostOf(location, document),
}

/** The shop's host. A frame made of `srcdoc` has no address of its own: its shop is the page around it. */
export const hostOf = ({ hostname }: Location, { baseURI }: Document): string =>
  hostname || new URL(baseURI).hostname

/**
 * Leaves the tab, not only the frame that the shop may be in: a hosted page refuses to be framed, and the shopper
 * would be left with a dead page. By `location.href`, whose refusal throws in every browser; `open(url, '_top')` hands
 * out a window in Firefox although nothing happens. `assign` does not reach across origins.
 *
 * @returns `false` when the browser refused and the page is where it was: the frame's sandbox forbids it, or the click
 * is too long ago (Safari one second, Chromium and Firefox five). Inside the next click it may succeed.
 */
function leaveTab(url: URL): boolean {
  try {
    const { location } = top ?? window
    location.href = url.href
    return true
  } catch {
    return false
  }
}

/** The page that `redirect` leaves; empty in a frame on another origin, which may not know it. */
function pageOfTab(): string {
  try {
    return (top ?? window).location.href
  } catch {
    return ''
  }
}

/**
 * Whether a frame was refused a window. Firefox counts the refused try as what the click was for, and leaving the tab
 * needs a click too: a second try for a window in each click would lock the shopper in.
 */
let wasRefused = false
let opened = 0

/**
 * Opens a blank window by the recipe of FACTS 2: without `noopener`, which would return null; written into with
 * plain DOM calls, because `document.write` breaks the link on shop pages that send COOP.
 */
function openBlank(text: LoadingText): HostedWindow | null {
  let popup: Window | null = null
  try {
    // A name of its own: a second element must not take over the first one's window.
    popup = realWindow(window.open('', `payin-checkout-${Date.now()}-${opened++}`, features()))
  } catch {
    // Sandboxed iframes throw in some browsers and return null in others (FACTS 5).
  }
  if (!popup || popup.closed) {
    wasRefused = top !== window
    return null
  }
  try {
    writeLoading(popup.document, text)
  } catch {
    // Only decoration.
  }
  return hostedWindow(popup)
}

/**
 * The window of a handle, out of an extension's wrapper. Popup blockers also hand out an object, the window of a hidden
 * frame or the page itself behind a proxy, and all of them say that they are open; a web view without windows hands out
 * the page itself. What is written there would stand in the shop's page.
 */
function realWindow(handle: Window | null): Window | null {
  const popup = handle?.window
  // The number tells a window from a proxy that answers everything with itself.
  return popup && popup.top === popup && popup !== top && popup.length >= 0 ? popup : null
}

function hostedWindow(popup: Window): HostedWindow {
  let isSeen = false
  return {
    get closed() {
      return popup.closed
    },
    get isSeen() {
      try {
        // Whatever is in front took the focus from this page, or hides it. Nothing to ask of a window in the task that
        // opened it: in WebKit each is hidden and without a size until then.
        isSeen ||= document.hidden || !document.hasFocus() || (!popup.document.hidden && popup.innerWidth > 0)
      } catch {
        // Another origin: it has loaded.
        isSeen = true
      }
      return isSeen
    },
    go(url) {
      try {
        popup.opener = null
      } catch {
        // A browser that refuses leaves the link; the hosted page is a trusted origin.
      }
      popup.location.replace(url.href)
    },
    focus: () => popup.focus(),
    close: () => popup.close(),
  }
}

function features(): string {
  const width = Math.min(480, screen.availWidth)
  const height = Math.min(760, screen.availHeight)
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** Styles by CSSOM: the blank page inherits the shop's policy, which may forbid inline styles (FACTS 19). */
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
