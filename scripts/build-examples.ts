// The example pages of demo/examples, built from the package in dist/ as a merchant's are from npm. Nothing is done when
// neither has changed: `npm start` does this each time.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const configFile = 'demo/examples/vite.config.ts'
const out = '.cache/examples'
const stamp = `${out}/built-from`
const source = hashOf(['dist', 'demo/examples', 'package-lock.json'].flatMap(filesOf))

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== source) {
  // Only here: Vite alone takes longer to load than everything else.
  const { build } = await import('vite')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  await build({ configFile, logLevel: 'error' })
  // React's page is rendered on the server too.
  const server = { ssr: 'react/server.tsx', outDir: `../../${out}/server`, rolldownOptions: { input: {} } }
  // By its name, as from npm: Node then takes it from dist/ by the package's `exports`.
  const ssr = { external: ['payin-checkout'] }
  await build({ configFile, logLevel: 'error', build: server, ssr })
  writeFileSync(stamp, source)
}

function filesOf(place: string): string[] {
  if (place.endsWith('.json')) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort()
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}
