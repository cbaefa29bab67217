// What fresh projects begin with: the package as `npm publish` would pack it, or the one of PACKED_TARBALL, and a folder into
// which npm has installed it.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packInto } from '../../scripts/release/pack.ts'

const folder = fileURLToPath(new URL('../../.cache/packed', import.meta.url))

/** The path of the tarball. */
export const tarball = join(folder, 'payin-checkout.tgz')

/** For a test npm only has to be quick and to say what is wrong. */
export const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/** The folder of a project that has only the packed package. Each project copies it: an installation takes many seconds. */
export const installedFolder = (): string => process.env.INSTALLED_FOLDER ?? ''

/** Playwright's global setup. @returns its teardown */
export default function pack(): () => void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const made = process.env.PACKED_TARBALL
  if (made) copyFileSync(made, tarball)
  else renameSync(packInto(folder), tarball)
  // Beside the projects, because npm stores the way to the tarball relative to the folder.
  const installed = mkdtempSync(join(tmpdir(), 'payin-installed-'))
  process.env.INSTALLED_FOLDER = installed
  writeFileSync(
    join(installed, 'package.json'),
    JSON.stringify({ name: 'fresh', private: true, type: 'module' }),
  )
  const { status, stdout, stderr } = spawnSync('npm', ['install', ...quiet, tarball], {
    cwd: installed,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm could not install the packed package:\n${stdout}${stderr}`)
  return () => rmSync(installed, { recursive: true, force: true })
}
