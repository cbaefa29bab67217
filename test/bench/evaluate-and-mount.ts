// How long the script takes to run, and one and a hundred elements to stand in the page, in a real Chromium. Each
// measurement in a realm of its own that has compiled nothing yet, the subjects in turns, compared turn by turn.
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import type { Benchmark, Row } from './benchmark.ts'
import { serveBlankPage, startBrowser } from './browser.ts'
import { bundleFile } from './bundle.ts'
import { builtScript, versionOf } from './import-shapes.ts'
import type { Subject, Times } from './page/measure.ts'
import { median, medianRatio } from './statistics.ts'

/** What the first turns measure is the browser's own start. */
const warmUpTurns = 3

/** A file of `page/` as one classic script. */
const bundlePart = (name: string) =>
  bundleFile(fileURLToPath(new URL(`page/${name}`, import.meta.url)), { format: 'iife' })

async function subjectFrom(name: string, file: string, tag: string | null, before = ''): Promise<Subject> {
  const { script, styles } = await bundlePart(file)
  return { name, script: before + script, styles, tag }
}

/** Ours is the first. */
async function subjectsFor(page: Page): Promise<Subject[]> {
  const ours = { name: 'ours', script: builtScript(), styles: '', tag: 'payin-checkout' }
  const screen = await page.evaluate((subject) => bench.screenOf(subject), ours)
  const toDraw = `var screenToDraw = ${JSON.stringify(screen)};\n`
  return [
    ours,
    await subjectFrom('an empty Preact element', 'preact-element.ts', 'preact-element'),
    await subjectFrom('an empty element', 'vanilla-element.ts', 'vanilla-element'),
    await subjectFrom('the same screen drawn by Preact', 'preact-screen.ts', 'preact-screen', toDraw),
    await subjectFrom(
      `Redirect of @adyen/adyen-web ${versionOf('@adyen/adyen-web')}`,
      'adyen-redirect.ts',
      null,
    ),
  ]
}

async function inTurns(page: Page, subjects: readonly Subject[], turns: number): Promise<Times[][]> {
  const taken: Times[][] = subjects.map(() => [])
  for (let turn = 0; turn < turns + warmUpTurns; turn++) {
    for (const [i, subject] of subjects.entries()) {
      const times = await page.evaluate((each) => bench.measure(each), subject)
      if (turn >= warmUpTurns) taken[i]?.push(times)
    }
  }
  return taken
}

const measures: readonly { of: keyof Times; title: string; atMost: number | null }[] = [
  { of: 'evaluate', title: 'the script is evaluated', atMost: null },
  { of: 'first', title: 'the first element stands', atMost: 1.5 },
  { of: 'second', title: 'one more element stands', atMost: 1.5 },
  { of: 'hundred', title: '100 elements stand', atMost: 1.5 },
]

function rowsOf(subjects: readonly Subject[], taken: readonly Times[][]): Row[] {
  const [ours = [], ...others] = taken
  return measures.flatMap(({ of, title, atMost }) =>
    others.map((theirs, i) => {
      const [a, b] = [ours, theirs].map((times) => times.map((each) => each[of])) as [number[], number[]]
      return {
        benchmark: title,
        ours: `${median(a).toFixed(2)} ms`,
        comparedWith: `${subjects[i + 1]?.name}, ${median(b).toFixed(2)} ms`,
        ratio: medianRatio(a, b),
        budget: i === 0 && atMost !== null ? { atMost } : null,
      }
    }),
  )
}

export const evaluateAndMount: Benchmark = async ({ turns }, say) => {
  const browser = await startBrowser()
  const blank = await serveBlankPage()
  try {
    const page = await browser.newPage()
    await page.goto(blank.address)
    const measure = await bundlePart('measure.ts')
    await page.evaluate(measure.script)
    const subjects = await subjectsFor(page)
    say(`evaluating and mounting, ${turns} turns of ${subjects.length} subjects`)
    return rowsOf(subjects, await inTurns(page, subjects, turns))
  } finally {
    blank.close()
    await browser.close()
  }
}
