import type { HostedWindow, LoadingText, Windows } from './ports.ts'
import { prefersRedirect } from './prefers-redirect.ts'

/** The browser's windows. */
export const browserWindows: Windows = {
  open: openBlank,
  redirect(url) {
    location.assign(url.href)
    return true
  },
  prefersRedirect: () => prefersRedirect(window),
  here: () => location.href,
  host: () => location.hostname,
}

let opened = 0

/**
 * Opens a blank window by the recipe of FACTS 2: without `noopener`, which would return null; written into with
 * plain DOM calls, because `document.write` breaks the link on shop pages that send COOP.
 */
function openBlank(text: LoadingText): HostedWindow | null {
  let popup: Window | null = null
  try {
    // A name of its own: a second element must not take over the first one's window.
    popup = window.open('', `payin-checkout-${Date.now()}-${opened++}`, features())
  } catch {
    // Sandboxed iframes throw in some browsers and return null in others (FACTS 5).
  }
  if (!popup || popup.closed) return null
  try {
    writeLoading(popup.document, text)
  } catch {
    // Only decoration.
  }
  return hostedWindow(popup)
}

function hostedWindow(popup: Window): HostedWindow {
  return {
    get closed() {
      return popup.closed
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
