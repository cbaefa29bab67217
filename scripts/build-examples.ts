// The example pages of demo/examples, built from the package in dist/ as a merchant's are from npm. Nothing is done when
// neither has changed: `npm start` does this each time.
import { resolve } from 'node:path'
import { oneBuilder } from './one-builder.ts'
import { staged } from './staged.ts'
import { type Built, isFresh, sourcesOf, writeStamp } from './stamp.ts'

const configFile = 'demo/examples/vite.config.ts'
const examples: Built = {
  from: ['dist', 'demo/examples', 'package-lock.json', 'scripts'],
  out: '.cache/examples',
  stamp: '.cache/examples.stamp',
}

// The same turn as for dist/: while that changes, nobody can say what it holds.
await oneBuilder(async () => {
  if (isFresh(examples)) return
  const sources = sourcesOf(examples)
  await staged(resolve(examples.out), buildExamples)
  writeStamp(examples, sources)
})

async function buildExamples(out: string): Promise<void> {
  // Only here: Vite alone takes longer to load than everything else.
  const { build } = await import('vite')
  await build({ configFile, logLevel: 'error', build: { outDir: `${out}/pages` } })
  // React's page is rendered on the server too.
  const server = { ssr: 'react/server.tsx', outDir: `${out}/server`, rolldownOptions: { input: {} } }
  // By its name, as from npm: Node then takes it from dist/ by the package's `exports`.
  const ssr = { external: ['payin-checkout'] }
  await build({ configFile, logLevel: 'error', build: server, ssr })
}
