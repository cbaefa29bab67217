// The window in which the hosted page is shown: opened inside the click, watched, brought to the front, closed
// while it is still blank. What it reports is a hint; it never ends a payment (FACTS 1–7).
import type { CheckoutPorts, HostedWindow, LoadingText, Stop } from '../platform/ports.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { needsLink, type Session } from '../protocol/session.ts'
import { forgetWayBack, openedPopup, rememberPopup, rememberWayBack } from './resume.ts'
import type { Mode } from './state.ts'

export interface HostedPageTools {
  readonly ports: Pick<CheckoutPorts, 'windows' | 'clock' | 'memory'>
  readonly loadingText: () => LoadingText
  /** The browser opened no window. */
  readonly onRefused: () => void
  /** The browser does not let this frame leave the tab's page. */
  readonly onRedirectRefused: () => void
  /** The session's link may be used up or too old. Ends in `show` with a fresh one. */
  readonly onLinkNeeded: (session: Session, opening: Mode) => void
  /** The window reads as closed. */
  readonly onClosed: () => void
  /** The hosted page is on its way to the shopper's screen. */
  readonly onShown: (session: Session, mode: Mode) => void
}

export interface HostedPage {
  /** Opens a blank window. Only inside a click, before anything is awaited. */
  openBlank(): void
  show(session: Session, opening: Mode): void
  /** Brings a living window to the front, else opens a new one. */
  reopen(session: Session, opening: Mode): void
  /** Closes the window while it is blank, and lets go of it in any case: later only the return page can close it. */
  close(): void
  watch(): void
  /** Stops watching. A window that is still blank would stay so, and is closed. */
  leave(): void
  /** Whether this tab opened a popup for the session: then the return page in it may close itself. */
  opened(sessionId: string): boolean
}

/** How often an open window is asked whether it reads as closed. */
const lookEveryMs = 500
/** By then a living window that was asked for is in front. */
const looksUntilFront = 3

/** Makes the keeper of one checkout's window. */
export function createHostedPage(tools: HostedPageTools): HostedPage {
  const { windows, clock, memory } = tools.ports
  const shownInPopup = new Set<string>()
  let window: HostedWindow | null = null
  /** Still ours. Once it shows the service's origin, `close` does nothing but complain in the console (FACTS 2). */
  let blank = false
  let stopLooking: Stop = () => {}

  function openBlank(): void {
    close()
    // The popup gets a copy of this tab's storage: with a way back in it, its return page would go there.
    forgetWayBack(memory)
    window = windows.open(tools.loadingText())
    blank = true
    if (!window) tools.onRefused()
  }

  function show(session: Session, opening: Mode): void {
    const url = parseRedirectUrl(session.redirect_url)
    if (!url) {
      if (needsLink(session)) tools.onLinkNeeded(session, opening)
      return
    }
    if (opening === 'redirect') {
      const here = windows.here()
      if (here) rememberWayBack(memory, session.id, here)
      if (windows.redirect(url)) tools.onShown(session, 'redirect')
      else tools.onRedirectRefused()
      return
    }
    watch()
    if (!window || window.closed) return
    blank = false
    // The last look inside: on the way to another origin it is closed to us.
    void window.isSeen
    window.go(url)
    shownInPopup.add(session.id)
    rememberPopup(memory, session.id)
    tools.onShown(session, 'popup')
  }

  function reopen(session: Session, opening: Mode): void {
    if (opening === 'popup') {
      if (window && !window.closed) {
        window.focus()
        return watch(looksUntilFront)
      }
      openBlank()
      if (!window) return
    }
    // One-time links live two minutes, and the first one may be used up (FACTS 21).
    if (needsLink(session)) tools.onLinkNeeded(session, opening)
    else show(session, opening)
  }

  function close(): void {
    stopLooking()
    if (blank) window?.close()
    blank = false
    window = null
  }

  function leave(): void {
    stopLooking()
    if (blank) close()
  }

  function watch(looksLeft = 0): void {
    stopLooking()
    const look = () => {
      if (!window || window.closed) tools.onClosed()
      else if (--looksLeft === 0 && !window.isSeen) {
        // Blank for ever. Asked for and not coming, it is no tab in the background either.
        blank = true
        close()
        tools.onRefused()
      } else stopLooking = clock.after(lookEveryMs, look)
    }
    stopLooking = clock.after(lookEveryMs, look)
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
