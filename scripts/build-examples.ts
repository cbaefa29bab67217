// Builds the example pages of demo/examples from the package in dist/, as merchants build theirs from npm. Does nothing when
// neither has changed, because `npm start` runs it each time.
import { type Built, buildFolder } from './stamp.ts'

const configFile = 'demo/examples/vite.config.ts'
const examples: Built = {
  from: ['dist', 'demo/examples', 'package-lock.json', 'scripts'],
  out: '.cache/examples',
  stamp: '.cache/examples.stamp',
}

await buildFolder(examples, buildExamples)

async function buildExamples(out: string): Promise<void> {
  // Imported only here, because Vite takes long to load.
  const { build } = await import('vite')
  await build({ configFile, logLevel: 'error', build: { outDir: `${out}/pages` } })
  // The server also renders React's page.
  const server = { ssr: 'react/server.tsx', outDir: `${out}/server`, rolldownOptions: { input: {} } }
  // Import by the package's name, as from npm: Node resolves it to dist/ through `exports`.
  const ssr = { external: ['payin-checkout'] }
  await build({ configFile, logLevel: 'error', build: server, ssr })
}
