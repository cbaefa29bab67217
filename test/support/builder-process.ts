// A builder like scripts/build.ts, whose build takes as long as a test wants: it continues after the first line on its
// input. It prints each step as one word.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneBuilder } from '../../scripts/one-builder.ts'
import { staged } from '../../scripts/staged.ts'
import { type Built, isFresh, sourcesOf, writeStamp } from '../../scripts/stamp.ts'

const built: Built = { from: ['source'], out: 'out', stamp: '.cache/stamp' }

await oneBuilder(async () => {
  if (isFresh(built)) return console.log('fresh')
  const sources = sourcesOf(built)
  await staged(built.out, async (stage) => {
    writeFileSync(join(stage, 'file'), 'half')
    console.log('building')
    await once(process.stdin, 'data')
    writeFileSync(join(stage, 'file'), 'whole')
  })
  writeStamp(built, sources)
  console.log('built')
})
process.stdin.destroy()
