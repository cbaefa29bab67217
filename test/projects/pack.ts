// What the fresh projects install: the package as `npm publish` would send it, or the tarball that PACKED_TARBALL names.
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packInto } from '../../scripts/release/pack.ts'

const folder = fileURLToPath(new URL('../../.cache/packed', import.meta.url))

/** What the fresh projects install. */
export const tarball = join(folder, 'payin-checkout.tgz')

/** Playwright's global set-up. */
export default function pack(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const made = process.env.PACKED_TARBALL
  if (made) copyFileSync(made, tarball)
  else renameSync(packInto(folder), tarball)
}
