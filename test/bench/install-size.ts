// The size of `npm install` on a merchant's disk: unpacked bytes of the files installed here; ours as npm packs it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whatIsPacked } from '../../scripts/release/pack.ts'
import { installedFor, type LockedPackages } from '../../scripts/release/sbom.ts'
import type { Benchmark, Row } from './benchmark.ts'
import { versionOf } from './import-shapes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const peers: readonly (readonly [name: string, remark: string])[] = [
  ['@adyen/adyen-web', 'the page alone'],
  ['@stripe/stripe-js', 'only what loads the script from its host'],
  ['@paypal/paypal-js', 'only what loads the script from its host'],
]

interface Size {
  readonly packages: number
  /** Of the package itself. */
  readonly own: number
  /** With its dependencies. */
  readonly all: number
}

/** Bytes of the files below a folder, without nested packages. */
export function bytesBelow(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true })
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesBelow(path)
    return entry.isFile() ? statSync(path).size : 0
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** @param from the package's folder in the lock file @param own its bytes */
function sizeWith(packages: LockedPackages, from: string, own: number): Size {
  const others = installedFor(packages, from)
  const bytes = others.map((folder) => bytesBelow(join(root, folder)))
  return { packages: others.length + 1, own, all: bytes.reduce((sum, size) => sum + size, own) }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`

const textOf = ({ packages, own, all }: Size) =>
  `${packages} ${packages === 1 ? 'package' : 'packages'}, ${megabytes(all)}${packages === 1 ? '' : `, of which itself ${megabytes(own)}`}`

export const installSize: Benchmark = async (_scale, report) => {
  report('counting what is installed')
  const { packages }: { packages: LockedPackages } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const ours = sizeWith(packages, '', whatIsPacked().unpackedSize)
  return peers.map(([name, remark]): Row => {
    const folder = `node_modules/${name}`
    const theirs = sizeWith(packages, folder, bytesBelow(join(root, folder)))
    return {
      benchmark: 'npm install payin-checkout beside others, unpacked',
      ours: textOf(ours),
      comparedWith: `${name} ${versionOf(name)}, ${textOf(theirs)}: ${remark}`,
      ratio: ours.all / theirs.all,
      budget: null,
    }
  })
}
