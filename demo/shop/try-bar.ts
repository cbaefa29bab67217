// The "Try it" bar: plain links and a plain form, so that every variant of the page has an address and works without scripts.
import { html, raw } from 'hono/html'
import type { ShopperKind } from '../../src/merchant/settings/settings.ts'
import { languageName } from './languages.ts'
import { linkTo, pathOf, queryOf, type ShopView } from './shop-view.ts'

type Markup = ReturnType<typeof html>

interface Switch {
  readonly name: string
  readonly options: readonly { readonly text: string; readonly change: Partial<ShopView> }[]
}

/** @param texts by the value of the setting */
const switchOf = (
  name: string,
  setting: keyof ShopView,
  texts: Readonly<Record<string, string>>,
): Switch => ({
  name,
  options: Object.entries(texts).map(([value, text]) => ({ text, change: { [setting]: value } })),
})

/** The options on a page of this server. */
export interface Tryable {
  /** BCP 47 tags of the checkout's languages besides English. */
  readonly languages: readonly string[]
  /** The kinds that the server accepts. */
  readonly kinds: readonly ShopperKind[]
  /** The sandbox's own page; `null` with real payments. */
  readonly sandboxPage: string | null
}

const kindNames: Readonly<Record<ShopperKind, string>> = {
  payin: 'Any way',
  bank_transfer: 'Bank transfer',
  on_ramp: 'On-ramp',
}

const opensAs = switchOf('Opens as', 'mode', { auto: 'Auto', popup: 'Popup', redirect: 'Redirect' })
const theme = switchOf('Theme', 'theme', { auto: 'Auto', light: 'Light', dark: 'Dark' })
const choice = switchOf('Choice', 'methods', { page: 'On the payment page', here: 'Here' })
const reads = switchOf('Reads', 'dir', { ltr: 'LTR', rtl: 'RTL' })

/** The switches with their current values, and links to the playground, and to the sandbox if one runs here. */
export function tryBar(view: ShopView, { languages, kinds, sandboxPage }: Tryable): Markup {
  return html`<nav class="try" aria-label="Try it">
      <p class="try-name">Try it</p>
      ${switchesFor(view, kinds).map((one) => switchMarkup(one, view))}
      ${languageForm(view, languages)}
      <div class="try-ways">
        <a href="/playground">Playground</a>
        ${sandboxPage ? html`<a href="${sandboxPage}" target="_blank" rel="noopener">Sandbox <span aria-hidden="true">↗</span><span class="unseen"> (opens in a new tab)</span></a>` : ''}
      </div>
    </nav>`
}

// Omit a switch that has no effect on this page.
function switchesFor({ page, kind }: ShopView, kinds: readonly ShopperKind[]): Switch[] {
  if (page !== 'shop') return [opensAs, theme, reads]
  const named = kinds.map((each) => [each, kindNames[each]])
  const pays = switchOf('Pays', 'kind', Object.fromEntries(named))
  return [...(kinds.length > 1 ? [pays] : []), opensAs, theme, ...(kind === 'payin' ? [choice] : []), reads]
}

function switchMarkup({ name, options }: Switch, view: ShopView): Markup {
  return html`<div class="switch" role="group" aria-label="${name}">
        <span class="switch-name" aria-hidden="true">${name}</span>
        ${options.map(({ text, change }) => {
          const href = linkTo(view, change)
          return href === linkTo(view)
            ? html`<a href="${href}" aria-current="true">${text}</a>`
            : html`<a href="${href}">${text}</a>`
        })}
      </div>`
}

function languageForm(view: ShopView, languages: readonly string[]): Markup {
  const named = languages.map((tag) => ({ tag, name: languageName(tag) }))
  named.sort((a, b) => a.name.localeCompare(b.name))
  return html`<form class="switch" action="${pathOf(view)}">
        ${[...queryOf({ ...view, lang: '' })].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <label class="switch-name" for="lang">Checkout in</label>
        <select id="lang" name="lang">
          <option value="">English</option>
          ${named.map(({ tag, name }) => html`<option value="${tag}" lang="${tag}" dir="auto"${tag === view.lang ? raw(' selected') : ''}>${name}</option>`)}
        </select>
        <button type="submit">Show</button>
      </form>`
}
