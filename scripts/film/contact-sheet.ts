// The moments of a film in which something moves, side by side.
import type { Browser } from 'playwright'
import type { Film, Frame, Sample } from './film-payment.ts'

/** A moment in which the element or what stands below it is not where it was. */
export interface Moment {
  readonly sample: Sample
  /** The frame that shows it. */
  readonly frame: Frame
  /** Since the first moment. */
  readonly ms: number
  /** How much higher the element is than in the moment before. */
  readonly stepPx: number
}

/** The moments of a film, the first of them before the press. */
export function momentsOf({ frames, samples }: Film): Moment[] {
  const moments: Moment[] = []
  let last: Sample | undefined
  for (const sample of samples) {
    if (last && isSame(last, sample)) continue
    const frame = frames.find(({ at }) => at >= sample.at) ?? frames.at(-1)
    if (!frame) break
    const ms = sample.at - (moments[0]?.sample.at ?? sample.at)
    moments.push({ sample, frame, ms, stepPx: sample.height - (last?.height ?? sample.height) })
    last = sample
  }
  return moments
}

const isSame = (a: Sample, b: Sample): boolean =>
  a.top === b.top && a.height === b.height && a.below === b.below && a.words === b.words

/** A change of height, with its sign. */
export const signed = (px: number): string => `${px > 0 ? '+' : ''}${px.toFixed(1)}`

const columns = 8
/** How much of the page a cell shows, above the element and from its top on. CSS pixels. */
const shown = { above: 24, high: 330 } as const

/** The contact sheet as PNG. */
export async function contactSheet(browser: Browser, film: Film, width: number): Promise<Buffer> {
  const moments = momentsOf(film)
  const top = (moments[0]?.sample.top ?? 0) - shown.above
  const cells = moments.map(({ sample, frame, ms, stepPx }) => {
    const url = `data:image/png;base64,${frame.png.toString('base64')}`
    const step = stepPx === 0 ? '' : ` (${signed(stepPx)})`
    return `<figure><figcaption>${Math.round(ms)} ms · ${sample.height.toFixed(1)} px${step}</figcaption><div><img src="${url}"></div></figure>`
  })
  const page = await browser.newPage({ viewport: { width: columns * (width + 12), height: 600 } })
  await page.setContent(
    `<style>
      body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 12px; margin: 6px; background: #667; }
      figure { margin: 0; color: #fff; font: 15px system-ui, sans-serif }
      div { overflow: hidden; block-size: ${shown.high}px }
      img { display: block; inline-size: ${width}px; margin-block-start: ${-top}px }
    </style>${cells.join('')}`,
  )
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const sheet = await page.screenshot({ fullPage: true })
  await page.close()
  return sheet
}
