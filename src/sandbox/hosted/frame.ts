// The frame of every hosted page: sandbox ribbon, header with language and country, content, footer.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { renderHead } from '../forms/document.ts'
import { scripts, stylesheets } from './files.ts'
import { brandMark, lockIcon } from './icons.ts'
import { directionOf, fill, textsFor } from './texts/texts.ts'

export type Frame = {
  language: string
  title: string
  /** The content of <main>. */
  main: Content
  /** Two columns on a wide screen: the order beside the step. */
  wide?: boolean
  /** From `renderSettings`. */
  settings?: Content | undefined
  /** A field has an error. The title says so, because a screen reader reads it first. */
  wrong?: boolean
  /** Interval of updates: follow.js polls; without scripts the page reloads. */
  refreshSeconds?: number | undefined
  /** A bank's theme from `bankTheme`, in place of Tidewell's. */
  theme?: { className: string; stylesheet: string; brand: Content } | undefined
}

const tidewell = html`<span class="row" dir="ltr">${brandMark}<span class="title">Tidewell</span></span>`

export function renderFrame(page: Frame): Content {
  const { language, main, wide = false, settings, theme, refreshSeconds } = page
  const { common } = textsFor(language)
  const title = page.wrong ? fill(common.pleaseCheck, { title: page.title }) : page.title
  const reload = refreshSeconds
    ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`
    : ''
  const follow = refreshSeconds ? html`data-refresh-seconds="${refreshSeconds}" aria-live="polite"` : ''
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  ${renderHead(
    `${title} · Tidewell`,
    '/hosted/mark.svg',
    [
      ...['styles.css', ...stylesheets].map((name) => `/hosted/${name}`),
      ...(theme ? [theme.stylesheet] : []),
    ],
    html`${scripts.map((name) => html`<script src="/hosted/${name}" defer></script>`)}${reload}`,
  )}
  <body class="${theme?.className ?? ''}">
    <header>
      <p class="sandbox-ribbon"><strong>${common.sandbox}</strong> ${common.ribbon}</p>
      <div class="masthead row apart">
        ${theme?.brand ?? tidewell}
        ${settings ?? html`<span class="hint">${lockIcon} ${common.secure}</span>`}
      </div>
    </header>
    <main class="${wide ? 'checkout' : 'narrow'}" ${follow}>${main}</main>
    <footer class="colophon hint">${common.colophon}</footer>
  </body>
</html>`
}
