// The tarball that fresh projects install: the package as `npm publish` would pack it, or the one of PACKED_TARBALL.
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packInto } from '../../scripts/release/pack.ts'

const folder = fileURLToPath(new URL('../../.cache/packed', import.meta.url))

/** The path of the tarball. */
export const tarball = join(folder, 'payin-checkout.tgz')

/** Playwright's global setup. */
export default function pack(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const made = process.env.PACKED_TARBALL
  if (made) copyFileSync(made, tarball)
  else renameSync(packInto(folder), tarball)
}
