// The window of the hosted page: opens it inside the click, watches it, brings it to the front, and closes it while it
// is still blank. What it reports is only a hint and never ends a payment (docs/internals/browser-facts.md#the-hosted-window). Decisions belong to next.ts.
import type { CheckoutPorts, HostedWindow, LoadingText, Stop } from '../platform/ports.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import type { Session } from '../protocol/session.ts'
import { forgetWayBack, openedPopup, rememberPopup, rememberWayBack } from './resume.ts'
import type { Mode } from './state.ts'

export interface HostedPageTools {
  readonly ports: Pick<CheckoutPorts, 'windows' | 'clock' | 'memory'>
  readonly loadingText: () => LoadingText
  /** The browser opened no window. */
  readonly onRefused: () => void
  /** The browser did not let this frame navigate the tab. */
  readonly onRedirectRefused: () => void
  /** Only the server may say where the page is, and whether it may be opened: ask, then call `show` with the answer. */
  readonly onLinkNeeded: (session: Session, opening: Mode) => void
  /** The window reads as closed. */
  readonly onClosed: () => void
  /**
   * Emits `open`. `false` if a listener prevented it: then nothing may open.
   * @param url absent if the tab is navigating already, so that nothing can be prevented
   */
  readonly mayOpen: (mode: Mode, url?: string) => boolean
}

export interface HostedPage {
  /** Opens a blank window. Call it inside a click and before any `await`, or the browser blocks it (docs/internals/browser-facts.md#a-popup-opens-only-inside-the-click). */
  openBlank(): void
  show(session: Session, opening: Mode): void
  /** Brings an open window to the front, else opens a new one. */
  reopen(session: Session, opening: Mode): void
  /** Closes the window if it is blank, and forgets it in any case. A window that is not blank is closed by the return page. */
  close(): void
  /** Checks at intervals whether the window reads as closed. */
  watch(): void
  /** Stops watching. Closes a window that is still blank, because nothing would navigate it any more. */
  leave(): void
  /** Whether this tab opened a popup for the session: then the return page in that popup may close itself. */
  opened(sessionId: string): boolean
}

/** Interval at which an open window is checked. */
const checkEveryMs = 500
/** After `focus()`, a working window is in front within this number of checks. */
const checksUntilFront = 3

/** Makes the object that manages one checkout's window. */
export function createHostedPage(tools: HostedPageTools): HostedPage {
  const { windows, clock, memory } = tools.ports
  const shownInPopup = new Set<string>()
  let window: HostedWindow | null = null
  /** Whether we may close the window. Once it shows the service's origin, `close` only logs an error (docs/internals/browser-facts.md#how-the-hosted-window-is-opened). */
  let blank = false
  let stopChecking: Stop = () => {}

  function openBlank(): void {
    close()
    // The popup gets a copy of this tab's storage. A return address in it would make the popup's return page go there.
    forgetWayBack(memory)
    window = windows.open(tools.loadingText())
    blank = true
    if (!window) tools.onRefused()
  }

  function show(session: Session, opening: Mode): void {
    const url = parseRedirectUrl(session.redirect_url)
    if (!url) return tools.onLinkNeeded(session, opening)
    if (opening === 'redirect') {
      // The browser may refuse a frame to navigate the tab. Then nothing opens, so `open` is emitted afterwards.
      const ownsTab = windows.ownsTab()
      // A window that the page opens gets a copy of this tab's storage, too.
      if (ownsTab && !tools.mayOpen(opening, url.href)) return forgetWayBack(memory)
      const here = windows.here()
      if (here) rememberWayBack(memory, session.id, here)
      if (!windows.redirect(url)) tools.onRedirectRefused()
      else if (!ownsTab) tools.mayOpen(opening)
      return
    }
    watch()
    if (!window || window.closed) return
    // Before the event: a listener may remove the element, which closes a blank window, and the payment goes on in this one.
    blank = false
    if (!tools.mayOpen(opening, url.href)) {
      blank = true
      return close()
    }
    // Reads `isSeen` once more, and keeps the result: after the navigation the window is cross-origin and unreadable.
    void window.isSeen
    window.go(url)
    shownInPopup.add(session.id)
    rememberPopup(memory, session.id)
  }

  function reopen(session: Session, opening: Mode): void {
    if (opening === 'popup') {
      if (window && !window.closed) {
        window.focus()
        return watch(checksUntilFront)
      }
      openBlank()
      if (!window) return
    }
    // Since the last opening, the order may have changed, and a one-time link is used (docs/internals/browser-facts.md#a-link-can-be-used-once).
    tools.onLinkNeeded(session, opening)
  }

  function close(): void {
    stopChecking()
    if (blank) window?.close()
    blank = false
    window = null
  }

  function leave(): void {
    stopChecking()
    if (blank) close()
  }

  function watch(checksLeft = 0): void {
    stopChecking()
    stopChecking = clock.after(checkEveryMs, () => {
      if (!window || window.closed) tools.onClosed()
      else if (checksLeft === 1 && !window.isSeen) {
        // The window never loaded. It is no background tab either, because `focus()` did not bring it to the front.
        blank = true
        close()
        tools.onRefused()
      } else watch(checksLeft - 1)
    })
  }

  return {
    openBlank,
    show,
    reopen,
    close,
    watch,
    leave,
    opened: (id) => shownInPopup.has(id) || openedPopup(memory, id),
  }
}
