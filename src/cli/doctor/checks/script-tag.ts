import type { CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { isAnswer } from '../http/answer.ts'
import { hashOf, loadedScripts, runningScripts } from '../page/loaded-scripts.ts'
import { resolve } from '../page/page.ts'
import { payingElements, runs, type WidgetScript, widgetScripts } from '../page/widget.ts'

/** At most this many scripts of the page's own origin are searched for the widget. */
const maxBundles = 8

const tag = '<script src="/payin-checkout.js" async></script>'
const say = says('element', {
  'script-there': { fine: 'The page loads the checkout’s script' },
  'script-inline': { fine: 'An inline script contains the checkout' },
  'script-in-bundle': { fine: 'A bundle of the page contains the checkout' },
  'script-never-runs': {
    problem: 'No browser runs the checkout’s script',
    change: '<script src="{src}" async></script>; a consent tool must not change this tag.',
  },
  'script-mixed': {
    problem: 'The page uses HTTPS and its script uses HTTP, which browsers block',
    change: 'src="{secure}"',
    see: 'script',
  },
  'script-two-versions': {
    problem: 'The page loads two versions of the checkout, and only the first to load is used',
    change: 'Keep only one of the <script> tags.',
  },
  'script-missing': {
    problem: 'The page contains the element but no script, so no button appears',
    change: tag,
  },
  'script-not-found': {
    unknown: 'The checkout’s script was not found: no script is named payin-checkout.js',
    change: tag,
  },
})

/** Checks whether the page loads the widget, and only one version of it. */
export async function scriptTag(context: CheckContext): Promise<Found> {
  const { page } = context
  const named = widgetScripts(page)
  if (named.length === 0) return inBundle(context)
  const running = runningScripts(page)
  const isSecure = page.url.protocol === 'https:'
  return [
    running.length === 0 && named.filter(({ element }) => !runs(element)).map(neverRuns),
    running
      .filter(({ url }) => isSecure && url.protocol === 'http:')
      .map((script) =>
        say('script-mixed', placeOf(script), { secure: displayUrl(script.url).replace('http:', 'https:') }),
      ),
    await versions(context, running),
  ]
}

const placeOf = ({ url, element: { line } }: WidgetScript): string =>
  `${displayUrl(url)}${line === null ? '' : ` in line ${line}`}`

function neverRuns(script: WidgetScript): Found {
  const { attributes } = script.element
  const type = attributes.get('type') ?? ''
  const why = type === '' || type === 'module' ? 'nomodule' : `type="${displayText(type, 40)}"`
  const src = displayText(attributes.get('src') ?? '')
  return say('script-never-runs', `${placeOf(script)}: ${why}`, { src })
}

async function versions(context: CheckContext, running: readonly WidgetScript[]): Promise<Found> {
  const loaded = await loadedScripts(context)
  if (new Set(loaded.map(({ answer }) => hashOf(answer.body))).size > 1)
    return say('script-two-versions', loaded.map(placeOf).join(', '))
  return running.length > 0 && say('script-there', running.map(placeOf).join(', '))
}

async function inBundle({ page, get }: CheckContext): Promise<Found> {
  const scripts = page.elements.filter((element) => element.name === 'script' && runs(element))
  if (scripts.some(({ text }) => text.includes('payin-checkout'))) return say('script-inline')
  const urls = scripts.flatMap(({ attributes }) => {
    const src = attributes.get('src')
    const url = src === undefined ? null : resolve(src, page.base)
    return url?.origin === page.url.origin ? [url] : []
  })
  for (const url of urls.slice(0, maxBundles)) {
    const result = await get(url)
    if (isAnswer(result) && result.body.includes('payin-checkout'))
      return say('script-in-bundle', displayUrl(url))
  }
  if (scripts.length === 0 && payingElements(page).length > 0) return say('script-missing')
  const seen = `${urls.length} other scripts of this site were read; a bundle may load it later`
  return say('script-not-found', seen)
}
