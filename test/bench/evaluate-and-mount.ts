// How long the script takes to run, and one and a hundred elements to stand in the page, in a real Chromium. Each
// measurement in a frame of its own that has compiled nothing yet, the subjects in turns, compared turn by turn.
import type { Page } from 'playwright'
import type { Benchmark, Budget, Row } from './benchmark.ts'
import { serveBlankPage, startBrowser } from './browser.ts'
import { firstDifference } from './first-difference.ts'
import type { Subject, Times } from './page/measure.ts'
import { median, medianRatio } from './statistics.ts'
import { bundlePart, emptyElement, sameScreen, subjects } from './subjects.ts'

/** The first turns are not counted, because the browser is still starting. */
const warmUpTurns = 3

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
