import type { Stop } from './ports.ts'
import { sharedWatch } from './shared-watch.ts'

const watchDocument = sharedWatch<() => void>((watchers) =>
  observe(document, () => {
    for (const run of watchers) run()
  }),
)

/** Calls `run` when a `lang` attribute around an element changes, across shadow roots. All elements share one observer of the document. */
export function languageWatch(element: Element, run: () => void): Stop {
  const stops = [watchDocument(run)]
  let root = element.getRootNode() as ShadowRoot
  for (; root.host; root = root.host.getRootNode() as ShadowRoot) stops.push(observe(root, run))
  return () => {
    for (const stop of stops) stop()
  }
}

function observe(root: Node, run: () => void): Stop {
  const observer = new MutationObserver(run)
  observer.observe(root, { attributeFilter: ['lang', 'disabled'], subtree: true })
  return () => observer.disconnect()
}
