// Loads the widget's scripts as a browser does.
import { createHash } from 'node:crypto'
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

const strengths = ['sha256', 'sha384', 'sha512'] as const

export function hashOf(bytes: Buffer, algorithm: (typeof strengths)[number] = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

/**
 * Whether the bytes match an `integrity`. Only its strongest algorithm counts. `null` if it contains no valid hash, so that
 * browsers check nothing.
 */
export function fitsIntegrity(integrity: string, bytes: Buffer): boolean | null {
  const hashes = integrity
    .split(/\s+/)
    .map((each) => each.replace(/\?.*$/, ''))
    .filter((each) => /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(each))
  const strongest = strengths.findLast((name) => hashes.some((hash) => hash.startsWith(name)))
  return strongest === undefined ? null : hashes.includes(hashOf(bytes, strongest))
}
