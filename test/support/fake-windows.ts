// The browser's windows. As measured in docs/internals/browser-facts.md#how-the-hosted-window-is-opened, `close()` is ignored once a popup shows the hosted page.
import type { HostedWindow, Windows } from '../../src/platform/ports.ts'

export interface FakeWindow extends HostedWindow {
  /** Its addresses, in order; empty while it is blank. */
  readonly urls: readonly string[]
  readonly focused: number
  /** A window that never loads and that the shopper never sees, as in some in-app browsers. */
  isSeen: boolean
  /** The shopper closes it, or a COOP header makes it read as closed. */
  closeByShopper(): void
}

export interface FakeWindows extends Windows {
  readonly opened: readonly FakeWindow[]
  /** The newest window. @throws when none was opened */
  readonly last: FakeWindow
  /** Windows that still show only "opening". */
  readonly blank: readonly FakeWindow[]
  /** The address that this page was redirected to. */
  readonly redirects: readonly string[]
  /** The browser's pop-up blocker. */
  refuses: boolean
  /** The browser forbids this frame to redirect the tab. */
  isStuck: boolean
  prefers: boolean
  href: string
}

export function fakeWindows(): FakeWindows {
  const opened: FakeWindow[] = []
  const redirects: string[] = []
  const windows: FakeWindows = {
    opened,
    redirects,
    refuses: false,
    isStuck: false,
    prefers: false,
    href: 'https://shop.example/cart?step=pay#pay',
    get last() {
      const window = opened.at(-1)
      if (!window) throw new Error('No window was opened.')
      return window
    },
    get blank() {
      return opened.filter(({ closed, urls }) => !closed && urls.length === 0)
    },
    open() {
      if (windows.refuses) return null
      const window = fakeWindow()
      opened.push(window)
      return window
    },
    redirect(url) {
      if (windows.isStuck) return false
      redirects.push(url.href)
      return true
    },
    ownsTab: () => !windows.isStuck,
    host: () => 'shop.example',
    prefersRedirect: () => windows.prefers,
    here: () => windows.href,
  }
  return windows
}

function fakeWindow(): FakeWindow {
  const urls: string[] = []
  let closed = false
  let focused = 0
  return {
    urls,
    isSeen: true,
    get closed() {
      return closed
    },
    get focused() {
      return focused
    },
    go(url) {
      if (urls.length > 0) throw new Error('SecurityError: the window belongs to another origin by now.')
      urls.push(url.href)
    },
    focus: () => void focused++,
    close() {
      if (urls.length === 0) closed = true
    },
    closeByShopper() {
      closed = true
    },
  }
}
