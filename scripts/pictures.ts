// `npm run pictures`: takes the pictures of the README from the running demo. `img2webp` makes the animated one;
// it is in Debian's package `webp`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { World } from '../test/journeys/support/opened-world.ts'
import { chromiumFlags, findChromium } from './find-chromium.ts'
import { hashOfLooks } from './pictures/looks.ts'
import { type Frame, framesOfPayment } from './pictures/payment.ts'
import { pictureOfStates } from './pictures/states.ts'

const folder = 'docs/pictures'
const mostBytes = { 'states.webp': 150_000, 'payment.webp': 500_000 } as const

const executablePath = findChromium()
if (!executablePath) leave('No Chromium found. Install one, or set CHROMIUM_PATH to its program.')
if (spawnSync('img2webp', ['-version']).error) {
  leave('The program img2webp is missing: apt-get install webp, or brew install webp.')
}

const world = await World.open('memory://')
const browser = await chromium.launch({ executablePath, args: chromiumFlags })
try {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/states.webp`, await pictureOfStates(browser, world.shop))
  join2webp(await framesOfPayment(browser, world), `${folder}/payment.webp`)
  writeFileSync(`${folder}/looks.json`, `${JSON.stringify({ looks: hashOfLooks() }, null, 2)}\n`)
} finally {
  await browser.close()
  await world.close()
}
for (const [name, most] of Object.entries(mostBytes)) {
  const { size } = statSync(`${folder}/${name}`)
  console.log(`${folder}/${name}: ${size} bytes of ${most}`)
  if (size > most) process.exitCode = 1
}

/** Plays twice and stops at the last frame, so that it does not distract the reader. */
function join2webp(frames: readonly Frame[], out: string): void {
  const work = mkdtempSync(join(tmpdir(), 'payin-pictures-'))
  try {
    const args = frames.flatMap(({ png, shownMs }, at) => {
      const path = join(work, `${at}.png`)
      writeFileSync(path, png)
      return ['-d', String(shownMs), '-lossy', '-q', '80', path]
    })
    const { status, stderr } = spawnSync('img2webp', ['-loop', '2', '-min_size', ...args, '-o', out])
    if (status !== 0) throw new Error(`img2webp failed: ${stderr}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function leave(why: string): never {
  console.error(why)
  process.exit(2)
}
