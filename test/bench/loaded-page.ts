// How long a page's main thread evaluates the script, and until its first element stands, when the page loads the script as
// shops do: `<script async src>` from a server, nothing cached, the processor slowed to a quarter, as on a phone. The time of
// the evaluation is the browser's own trace of its main thread: it compiles such a script on another thread while it arrives.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import type { Benchmark, Row } from './benchmark.ts'
import { startBrowser } from './browser.ts'
import type { Subject } from './page/measure.ts'
import { median, medianRatio } from './statistics.ts'
import { adyenRedirect, bundlePart, subjects } from './subjects.ts'

/** The first turns are not counted, because the browser is still starting. */
const warmUpTurns = 3
const slowedBy = 4

/** An event of the browser's trace. Microseconds. */
interface TraceEvent {
  readonly name: string
  readonly dur?: number
  readonly args?: { readonly data?: { readonly url?: string } }
}

/** Serves `/{n}`, a page that loads the script of subject n, and that script. Its address has another query each time. */
async function serve(all: readonly Subject[]): Promise<{ readonly address: string; close(): void }> {
  const server = createServer(({ url = '' }, response) => {
    const [, at = '', file] = /^\/(\d+)(\/script\.js)?/.exec(url) ?? []
    const type = file ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    response.end(
      file
        ? all[Number(at)]?.script
        : `<!doctype html><html lang="en"><title>Bench</title><script async src="/${at}/script.js${url.slice(url.indexOf('?'))}"></script><body>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Loads a page, and returns how long its main thread evaluated the script, in milliseconds. @throws {Error} if it did not */
async function evaluation(browser: Browser, page: Page, address: string): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.goto(address)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const found = trace.traceEvents.filter(
    ({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.includes('/script.js'),
  )
  if (found.length !== 1) throw new Error(`The trace of ${address} has ${found.length} evaluations.`)
  return (found[0]?.dur ?? 0) / 1_000
}

export const loadedPage: Benchmark = async ({ turns }, report) => {
  const all = await subjects()
  const [browser, server] = [await startBrowser(), await serve(all)]
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
    const measure = await bundlePart('measure.ts')
    report(`loading the script, ${turns} turns of ${all.length} subjects`)
    const evaluated: number[][] = all.map(() => [])
    const mounted: number[][] = all.map(() => [])
    for (let turn = 0; turn < turns + warmUpTurns; turn++)
      for (const [at, subject] of all.entries()) {
        const evaluateMs = await evaluation(browser, page, `${server.address}/${at}?${turn}`)
        await page.evaluate(measure.script)
        const mountMs = await page.evaluate((each) => bench.firstOfPage(each), {
          ...subject,
          // The page has it already.
          script: '',
        })
        if (turn < warmUpTurns) continue
        evaluated[at]?.push(evaluateMs)
        mounted[at]?.push(mountMs)
      }
    return [
      ...rowsOf('the script is evaluated as a page loads it', all, evaluated, { [adyenRedirect]: 0.4 }),
      ...rowsOf('the first element stands in such a page', all, mounted, {}),
    ]
  } finally {
    server.close()
    await browser.close()
  }
}

/** @param budgets the highest ratio to a subject, by its name */
function rowsOf(
  benchmark: string,
  all: readonly Subject[],
  [ours = [], ...others]: readonly number[][],
  budgets: { readonly [peer: string]: number },
): Row[] {
  return others.map((theirs, i) => {
    const name = all[i + 1]?.name ?? ''
    const atMost = budgets[name]
    return {
      benchmark,
      ours: `${median(ours).toFixed(2)} ms`,
      comparedWith: `${name}, ${median(theirs).toFixed(2)} ms`,
      ratio: medianRatio(ours, theirs),
      budget: atMost === undefined ? null : { atMost },
    }
  })
}
