// How long the script takes to run, and one and a hundred elements to stand in the page, in a real Chromium. Each
// measurement in a frame of its own that has compiled nothing yet, the subjects in turns, compared turn by turn.
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { cssTarget } from '../../scripts/css-target.ts'
import { smallest } from '../../scripts/smallest.ts'
import type { Benchmark, Budget, Row } from './benchmark.ts'
import { serveBlankPage, startBrowser } from './browser.ts'
import { bundleFile } from './bundle.ts'
import { firstDifference } from './first-difference.ts'
import { builtScript, versionOf } from './import-shapes.ts'
import type { Subject, Times } from './page/measure.ts'
import { median, medianRatio } from './statistics.ts'

/** The first turns are not counted, because the browser is still starting. */
const warmUpTurns = 3

/** The subjects with budgets. */
const sameScreen = 'the same screen drawn by Preact and signals'
const emptyElement = 'an empty element of Preact and signals'

/** A file of `page/` as one classic script. */
const bundlePart = (name: string) =>
  bundleFile(fileURLToPath(new URL(`page/${name}`, import.meta.url)), { format: 'iife', cssTarget })

/** Minified like our own script, so that both have the same to compile. */
async function peer(name: string, file: string, tag: string | null, hasButton = true): Promise<Subject> {
  const { script, styles } = await bundlePart(file)
  return { name, script: await smallest(script), styles, tag, hasButton }
}

/** Our element is the first. */
async function subjects(): Promise<Subject[]> {
  const adyen = `Redirect of @adyen/adyen-web ${versionOf('@adyen/adyen-web')}`
  return [
    { name: 'ours', script: builtScript(), styles: '', tag: 'payin-checkout', hasButton: true },
    await peer(sameScreen, 'same-screen.tsx', 'same-screen'),
    await peer(emptyElement, 'empty-element.ts', 'empty-element', false),
    await peer('a button in a shadow root, no library', 'vanilla-element.ts', 'vanilla-element'),
    await peer(adyen, 'adyen-redirect.ts', null),
  ]
}

/** @throws {Error} when the peer draws another screen than ours: a ratio between them would mean nothing */
async function assertSameScreen(page: Page, all: readonly Subject[]): Promise<void> {
  const both = all.filter(({ name }) => name === 'ours' || name === sameScreen)
  const [ours = '', theirs = ''] = await Promise.all(
    both.map((subject) => page.evaluate((each) => bench.screenOf(each), subject)),
  )
  const difference = firstDifference(ours, theirs)
  if (difference)
    throw new Error(`test/bench/page/same-screen.tsx has to draw what the element draws: ${difference}`)
}

async function inTurns(page: Page, all: readonly Subject[], turns: number): Promise<Times[][]> {
  const taken: Times[][] = all.map(() => [])
  for (let turn = 0; turn < turns + warmUpTurns; turn++) {
    for (const [i, subject] of all.entries()) {
      const times = await page.evaluate((each) => bench.measure(each), subject)
      if (turn >= warmUpTurns) taken[i]?.push(times)
    }
  }
  return taken
}

interface Measure {
  readonly of: keyof Times
  readonly title: string
  /** By the peer's name. */
  readonly budgets: { readonly [peer: string]: Budget }
}

const measures: readonly Measure[] = [
  { of: 'evaluate', title: 'the script is evaluated', budgets: {} },
  { of: 'first', title: 'the first element stands', budgets: { [sameScreen]: { atMost: 1.5 } } },
  { of: 'second', title: 'one more element stands', budgets: { [sameScreen]: { atMost: 1.3 } } },
  { of: 'hundred', title: '100 elements stand', budgets: { [sameScreen]: { atMost: 1.3 } } },
  {
    of: 'belowFold',
    title: '100 elements stand, 90 of them below the fold',
    budgets: { [emptyElement]: { atMost: 2 } },
  },
]

function rowsOf(all: readonly Subject[], taken: readonly Times[][]): Row[] {
  const [ours = [], ...others] = taken
  return measures.flatMap(({ of, title, budgets }) =>
    others.map((theirs, i) => {
      const [a, b] = [ours, theirs].map((times) => times.map((each) => each[of])) as [number[], number[]]
      const name = all[i + 1]?.name ?? ''
      return {
        benchmark: title,
        ours: `${median(a).toFixed(2)} ms`,
        comparedWith: `${name}, ${median(b).toFixed(2)} ms`,
        ratio: medianRatio(a, b),
        budget: budgets[name] ?? null,
      }
    }),
  )
}

export const evaluateAndMount: Benchmark = async ({ turns }, report) => {
  const browser = await startBrowser()
  const blank = await serveBlankPage()
  try {
    // Higher than a frame: what is outside of the window is not in view either.
    const page = await browser.newPage({ viewport: { width: 800, height: 1200 } })
    await page.goto(blank.address)
    const measure = await bundlePart('measure.ts')
    await page.evaluate(measure.script)
    const all = await subjects()
    await assertSameScreen(page, all)
    report(`evaluating and mounting, ${turns} turns of ${all.length} subjects`)
    return rowsOf(all, await inTurns(page, all, turns))
  } finally {
    blank.close()
    await browser.close()
  }
}
