import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, unknown } from '../finding.ts'
import { isAnswer } from '../http/answer.ts'
import { loadedScripts, runningScripts } from '../page/loaded-scripts.ts'
import { type Page, resolve } from '../page/page.ts'
import { hashOf } from '../page/script-bytes.ts'
import { payingElements, runs, type WidgetScript, widgetScripts } from '../page/widget.ts'

/** At most this many scripts of the page's own origin are searched for the widget. */
const maxBundles = 8

/** Checks whether the page loads the widget, and only one version of it. */
export const scriptTag: Check = {
  area: 'Script',
  async find(context) {
    const { page } = context
    const named = widgetScripts(page)
    if (named.length === 0) return [await inBundle(context)]
    const running = runningScripts(page)
    const idle = named.filter(({ element }) => !runs(element))
    return [
      ...(running.length === 0 ? idle.map(neverRuns) : []),
      ...running.filter(({ url }) => isMixed(page, url)).map(mixed),
      ...(await versions(context, running)),
    ]
  },
}

const placeOf = ({ url, element: { line } }: WidgetScript): string =>
  `${displayUrl(url)}${line === null ? '' : ` in line ${line}`}`

function neverRuns(script: WidgetScript): Finding {
  const { attributes } = script.element
  const type = attributes.get('type')
  const seen =
    type !== undefined && type !== 'module' && type !== '' ? `type="${displayText(type, 40)}"` : 'nomodule'
  return problem('script-never-runs', 'No browser runs the checkout’s script', {
    seen: `${placeOf(script)}: ${seen}`,
    change: `<script src="${displayText(attributes.get('src') ?? '')}" async></script>; a consent tool must not change this tag.`,
    see: 'element',
  })
}

const isMixed = ({ url: page }: Page, { protocol }: URL): boolean =>
  page.protocol === 'https:' && protocol === 'http:'

const mixed = (script: WidgetScript): Finding =>
  problem('script-mixed', 'The page uses HTTPS and its script uses HTTP, which browsers block', {
    seen: placeOf(script),
    change: `src="${displayUrl(script.url).replace('http:', 'https:')}"`,
    see: 'script',
  })

async function versions(context: CheckContext, running: readonly WidgetScript[]): Promise<Finding[]> {
  const loaded = await loadedScripts(context)
  if (new Set(loaded.map(({ answer }) => hashOf(answer.body))).size > 1) {
    return [
      problem(
        'script-two-versions',
        'The page loads two versions of the checkout, and only the first to load is used',
        {
          seen: loaded.map(placeOf).join(', '),
          change: 'Keep only one of the <script> tags.',
          see: 'element',
        },
      ),
    ]
  }
  if (running.length === 0) return []
  return [
    fine('script-there', 'The page loads the checkout’s script', {
      seen: running.map(placeOf).join(', '),
      see: 'element',
    }),
  ]
}

async function inBundle({ page, get }: CheckContext): Promise<Finding> {
  const scripts = page.elements.filter((element) => element.name === 'script' && runs(element))
  if (scripts.some(({ text }) => text.includes('payin-checkout'))) {
    return fine('script-inline', 'An inline script contains the checkout', { see: 'element' })
  }
  const urls = scripts.flatMap(({ attributes }) => {
    const src = attributes.get('src')
    const url = src === undefined ? null : resolve(src, page.base)
    return url?.origin === page.url.origin ? [url] : []
  })
  for (const url of urls.slice(0, maxBundles)) {
    const result = await get(url)
    if (isAnswer(result) && result.body.includes('payin-checkout')) {
      return fine('script-in-bundle', 'A bundle of the page contains the checkout', {
        seen: displayUrl(url),
        see: 'element',
      })
    }
  }
  const details = { change: '<script src="/payin-checkout.js" async></script>', see: 'element' } as const
  return scripts.length === 0 && payingElements(page).length > 0
    ? problem('script-missing', 'The page contains the element but no script, so no button appears', details)
    : unknown(
        'script-not-found',
        'The checkout’s script was not found: no script is named payin-checkout.js',
        {
          ...details,
          seen: `${urls.length} other scripts of this site were read; a bundle may load it later`,
        },
      )
}
