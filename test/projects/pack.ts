// The package as `npm publish` would send it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, '.cache/packed')

/** What the fresh projects install. */
export const tarball = join(folder, 'payin-checkout.tgz')

/** Playwright's global set-up. */
export default function pack(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`]
  const told = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  // npm 11 answers a list, later ones an object by package.
  const [packed] = Object.values(JSON.parse(told)) as { filename: string }[]
  if (!packed) throw new Error(`npm packed nothing: ${told}`)
  renameSync(join(folder, packed.filename), tarball)
}
