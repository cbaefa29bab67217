// The playground's document. It uses the gallery's styles too. No inline
// script or style: the policy is the shop's.
import { html, raw } from 'hono/html'
import { phoneMessage } from '../shop/phone-message.ts'
import { controlMarkup, pill, prose } from './control-markup.ts'
import type { Control } from './controls.ts'
import { prices } from './fresh-orders.ts'
import type { Script } from './manifest.ts'
import { type FrameName, frames, type PlaygroundView } from './playground-view.ts'
import { type Scenario, scenarios } from './scenarios.ts'

type Markup = ReturnType<typeof html>

export interface PlaygroundPage {
  /** `null` while nothing is built. */
  readonly view: PlaygroundView | null
  readonly languages: readonly string[]
  readonly script: Script | null
  /** `null` with real payments. */
  readonly sandboxPage: string | null
}

/** The whole page. */
export function playgroundPage(page: PlaygroundPage): Markup {
  const { view, sandboxPage } = page
  return html`<!doctype html>
<html lang="en" dir="${view?.frame.dir ?? 'ltr'}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Playground of payin-checkout</title>
    <link rel="icon" href="/gallery/logos/7.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/shop/assets/base.css">
    <link rel="stylesheet" href="/gallery/assets/gallery.css">
    <link rel="stylesheet" href="/playground/assets/playground.css">
    ${view ? raw('<script src="/payin-checkout.js" async></script><script src="/playground/assets/playground.js" type="module"></script>') : ''}
  </head>
  <body>
    <header class="head">
      <div class="masthead">
        <h1><a href="/playground">Playground</a></h1>
        <p><bdi>Every attribute, token and language of payin-checkout, live, with the code to copy.</bdi></p>
      </div>
      <nav class="switches" aria-label="Pages">
        <div class="switch"><a href="/">Shop</a><a href="/gallery">Gallery</a>${sandboxPage ? html`<a href="${sandboxPage}" target="_blank" rel="noopener">Sandbox <span aria-hidden="true">↗</span><span class="unseen"> (opens in a new tab)</span></a>` : ''}</div>
      </nav>
    </header>
    ${view ? workbench(view, page) : notBuilt}
  </body>
</html>
`
}

const notBuilt = html`<main class="not-built">
      <h2>Nothing is built yet</h2>
      <p>The controls are made from <code>dist/custom-elements.json</code>, and it is not there. Run <code>npm run build</code>, then load this page again.</p>
    </main>`

function workbench(view: PlaygroundView, page: PlaygroundPage): Markup {
  const { sandboxPage, script } = page
  const { tagName: tag, events } = view.element
  const isReal = sandboxPage === null
  return html`<main class="bench" data-tag="${tag}" data-events="${events.map(({ name }) => name).join(' ')}" data-script="${script?.name ?? ''}" data-integrity="${script?.integrity ?? ''}">
      <noscript><p>The elements come to life by script. Please allow it on this page.</p></noscript>
      <div class="look">
        ${preview(view, isReal)}
        ${eventPanel}
      </div>
      ${controlSheet(view, page.languages)}
      <div class="take">
        ${code(view)}
        ${scenarioSheet(view, isReal)}
      </div>
      <p class="said" role="status" id="said"></p>
      <datalist id="fonts"><option value="Georgia, serif"><option value="ui-monospace, monospace"><option value="ui-rounded, system-ui"></datalist>
    </main>`
}

const frameTexts: Readonly<Record<FrameName, readonly [name: string, texts: readonly string[]]>> = {
  'preview-page': ['Page', ['Light', 'Dark', 'Both']],
  'preview-width': ['Width', ['Fluid', '320 px']],
  dir: ['Reads', ['LTR', 'RTL']],
  code: ['Framework', ['HTML', 'React', 'Vue', 'Svelte']],
}

function frameSwitch(name: FrameName, { frame }: PlaygroundView): Markup {
  const [title, texts] = frameTexts[name]
  return html`<fieldset class="frame"><legend>${title}</legend>${frames[name].map((word, at) =>
    pill({ name, word, text: texts[at] ?? word, isOn: word === frame[name] }),
  )}</fieldset>`
}

function preview(view: PlaygroundView, isReal: boolean): Markup {
  const isPayout = view.element.tagName === 'payout-claim'
  return html`<section class="panel preview" aria-labelledby="preview-title">
          <div class="panel-head">
            <h2 id="preview-title">Preview</h2>
            <form class="frames" id="frames">${frameSwitch('preview-page', view)}${frameSwitch('preview-width', view)}${frameSwitch('dir', view)}</form>
          </div>
          <div class="stages" data-width="${view.frame['preview-width']}">
            <div class="try-stage" data-page="light"></div>
            <div class="try-stage" data-page="dark"></div>
          </div>
          <div class="fresh">
            ${isReal ? realMoney(isPayout) : isPayout ? freshPayout : freshOrder(view)}
            <p class="trouble" id="fresh-trouble" role="alert"></p>
          </div>
        </section>`
}

function freshOrder({ price }: PlaygroundView): Markup {
  return html`<button class="press" type="button" id="fresh">New order</button>
            <label class="price">that costs <select id="price">${Object.entries(prices).map(
              ([name, { amount, currency }]) =>
                html`<option value="${name}" data-amount="${amount}" data-currency="${currency}"${raw(name === price ? ' selected' : '')}>${amount} ${currency}</option>`,
            )}</select></label>
            <p class="quiet"><bdi>Paid or failed? Each press makes an unpaid one.</bdi></p>`
}

const freshPayout = html`<button class="press" type="button" id="fresh">New payout</button>
            <p class="quiet"><bdi>The shop owes you 14.00 EUR once more. In the code the session stays <code>cs_…</code>: your server makes one for each payout.</bdi></p>
            ${phoneMessage('')}`

const realMoney = (isPayout: boolean) =>
  html`<p class="quiet"><bdi>Payments are real on this server. Write ${isPayout ? 'a payout’s <code>session</code>' : html`the id of an unpaid order of yours into <code>order</code>`}; nothing is made up here.</bdi></p>`

const eventPanel = html`<section class="panel event-panel" aria-labelledby="event-title">
          <div class="panel-head"><h2 id="event-title">Events <span class="count" id="event-count">0</span></h2><button class="press small" type="button" id="event-clear">Clear</button></div>
          <div class="event-scroll" role="log" aria-live="off" aria-label="Events" tabindex="0">
            <p class="quiet" id="event-empty"><bdi>Nothing yet. Press the button in the preview.</bdi></p>
            <ol id="event-list"></ol>
          </div>
          <h3><code>state</code></h3>
          <pre class="state" id="state" dir="ltr" tabindex="0" aria-label="state"></pre>
        </section>`

const nothingOn = 'Nothing is on. A press switches one on, another takes it back.'

function scenarioSheet({ element }: PlaygroundView, isReal: boolean): Markup {
  const prefix = element.tagName === 'payout-claim' ? 'payout-' : 'payment-'
  return html`<section class="panel" aria-labelledby="scenarios-title">
          <div class="panel-head"><h2 id="scenarios-title">What can go wrong</h2>${isReal ? '' : html`<button class="press small" type="button" id="normal">All back to normal</button>`}</div>
          ${
            isReal
              ? html`<p class="quiet"><bdi>Not on this server: its payments are real, and a real service has no such commands. Start it without <code>PAYMENTS_BASE_URL</code> to use the sandbox.</bdi></p>`
              : html`<p class="quiet"><bdi id="scenarios-on" data-none="${nothingOn}">${nothingOn}</bdi></p>
          <p class="trouble" id="scenarios-trouble" role="alert"></p>
          <div class="scenarios">${scenarios.map((scenario) => scenarioButton(scenario, prefix))}
          </div>`
          }
        </section>`
}

function scenarioButton(scenario: Scenario, prefix: string): Markup {
  const { name, title, does, see, how } = scenario
  const kinds = how === 'strikes' ? html` data-kinds="${Object.keys(scenario.moves).join(' ')}"` : ''
  const after = how === 'strikes' ? html` data-after="${prefix}${scenario.after}"` : ''
  return html`
            <div class="scenario">
              <button class="press" type="button" aria-pressed="false" data-scenario="${name}" data-how="${how}"${kinds}${after} aria-describedby="does-${name}">${title}</button>
              <p id="does-${name}"><bdi>${prose(does)} <span class="quiet">${prose(see.replaceAll('payment-', prefix))}</span></bdi></p>
            </div>`
}

function code({ frame }: PlaygroundView): Markup {
  const words = frames.code
  const [, texts] = frameTexts.code
  return html`<section class="panel code" aria-labelledby="code-title">
          <div class="panel-head"><h2 id="code-title">Code</h2>
            <div class="pills" role="tablist" aria-labelledby="code-title">${words.map((word, at) => {
              const isOn = word === frame.code
              return html`<button class="pill" type="button" role="tab" id="tab-${word}" data-code="${word}" aria-controls="code" aria-selected="${String(isOn)}" tabindex="${isOn ? '0' : '-1'}">${texts[at]}</button>`
            })}</div>
          </div>
          <div id="code" role="tabpanel" aria-labelledby="tab-${frame.code}"></div>
        </section>`
}

function controlSheet(view: PlaygroundView, languages: readonly string[]): Markup {
  const { element, tags, controls, values } = view
  const markup = (control: Control) =>
    controlMarkup(control, { value: values.get(control.name) ?? '', languages })
  return html`<form class="panel controls" id="controls" aria-labelledby="controls-title">
        <div class="panel-head"><h2 id="controls-title">Controls</h2><a class="press small" href="/playground?element=${element.tagName}">Reset</a></div>
        <nav class="pills" aria-label="Element">${tags.map((tag) => html`<a class="pill" href="/playground?element=${tag}"${tag === element.tagName ? raw(' aria-current="true"') : ''}><code>&lt;${tag}&gt;</code></a>`)}</nav>
        <p class="quiet"><bdi>${prose(element.description)} <code>&lt;payin-return&gt;</code> is not here: it closes the window in which it stands. <a href="/gallery#return-pages">See it in the gallery</a></bdi></p>
        <details open><summary><h3>Attributes</h3></summary>${controls.filter(({ sort }) => sort === 'attribute').map(markup)}</details>
        <details open id="tokens"><summary><h3>Tokens</h3></summary>${controls.filter(({ sort }) => sort === 'token').map(markup)}</details>
      </form>`
}
