// Loads the widget's scripts as a browser does.

import type { CheckContext } from '../check-context.ts'
import { type Answer, isAnswer, typeOf } from '../http/answer.ts'
import type { Page } from './page.ts'
import { runs, type WidgetScript, widgetScripts } from './widget.ts'

/** The scripts that browsers run, each address once. */
export function runningScripts(page: Page): WidgetScript[] {
  const byAddress = new Map<string, WidgetScript>()
  for (const script of widgetScripts(page)) {
    if (runs(script.element) && !byAddress.has(script.url.href)) byAddress.set(script.url.href, script)
  }
  return [...byAddress.values()].slice(0, maxScripts)
}

/** A limit against hostile pages. */
const maxScripts = 4

export interface LoadedScript extends WidgetScript {
  readonly answer: Answer
}

/** The headers of a browser's request to another origin. */
export function headersFor(page: Page, url: URL): Record<string, string> {
  return url.origin === page.url.origin ? {} : { origin: page.url.origin }
}

/** The scripts that could be loaded. `scriptFile` reports the others. */
export async function loadedScripts({
  page,
  get,
}: Pick<CheckContext, 'page' | 'get'>): Promise<LoadedScript[]> {
  const loaded: LoadedScript[] = []
  for (const script of runningScripts(page)) {
    const answer = await get(script.url, headersFor(page, script.url))
    if (isAnswer(answer) && answer.status === 200 && !answer.cut && typeOf(answer) !== 'text/html') {
      loaded.push({ ...script, answer })
    }
  }
  return loaded
}
