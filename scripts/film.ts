// `npm run film`: records every frame of a whole payment in the demo shop, from the press to “Paid”, on a phone and in a
// wider column. It writes the frames and a contact sheet for each width into .cache/film, and prints what has moved.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { World } from '../test/journeys/support/opened-world.ts'
import { contactSheet, momentsOf, signed } from './film/contact-sheet.ts'
import { type Film, filmPayment } from './film/film-payment.ts'
import { chromiumFlags, findChromium } from './find-chromium.ts'

const folder = '.cache/film'
const widths = [320, 480] as const

const executablePath = findChromium()
if (!executablePath) {
  console.error('No Chromium found. Install one, or set CHROMIUM_PATH to its program.')
  process.exit(2)
}

rmSync(folder, { recursive: true, force: true })
const browser = await chromium.launch({ executablePath, args: chromiumFlags })
try {
  for (const width of widths) {
    // A world of its own, because the payment page offers the saved card of a known payer.
    const world = await World.open('memory://')
    const film = await filmPayment(browser, world, width).finally(() => world.close())
    const frames = join(folder, String(width))
    mkdirSync(frames, { recursive: true })
    film.frames.forEach(({ png }, at) => {
      writeFileSync(join(frames, `${String(at + 1).padStart(4, '0')}.png`), png)
    })
    writeFileSync(join(folder, `${width}.png`), await contactSheet(browser, film, width))
    describe(film, width)
  }
} finally {
  await browser.close()
}

function describe(film: Film, width: number): void {
  const moments = momentsOf(film)
  const pictured = new Set(moments.map(({ frame }) => frame)).size
  console.log(
    `\n${width} px: ${film.frames.length} frames in ${folder}/${width}; ${pictured} pictures of ${moments.length} moments in ${folder}/${width}.png`,
  )
  for (const { sample, ms, stepPx } of moments) {
    const { height, top, below, words } = sample
    console.log(
      `${ms.toFixed(0).padStart(6)} ms  ${inPx(height)} px high  ${stepPx === 0 ? '' : signed(stepPx)}\ttop ${inPx(top)}  below ${inPx(below)}  ${words}`,
    )
  }
}

function inPx(length: number): string {
  return length.toFixed(1).padStart(6)
}
