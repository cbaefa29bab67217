// Writes the inventory of the package beside its tarball.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { runProgram } from './run-program.ts'
import {
  absentFrom,
  type Bom,
  composeSbom,
  containedInDist,
  installedFor,
  type LockedPackages,
  nameIn,
  type PackageParts,
} from './sbom.ts'
import { CannotRelease, type StepResult } from './step.ts'

/**
 * @param tarball the package, built from what dist/ holds
 * @throws {CannotRelease} when npm makes no inventory
 */
export function writeSbom(tarball: string): StepResult & { readonly file: string } {
  const file = tarball.replace(/\.tgz$/, '.cdx.json')
  const parts = partsOfPackage(readFileSync(tarball))
  const sbom = composeSbom(inventoryOfProject(), parts)
  const problems = absentFrom(sbom, parts)
  if (problems.length === 0) writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  const says = `${sbom.components.length} packages: ${parts.installed.length} installed with it, ${parts.contained.length} inside of it`
  return { says, problems, file }
}

function partsOfPackage(tarball: Buffer): PackageParts {
  const { name, license, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { packages }: { packages: LockedPackages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const titleOf = (folder: string) => `${nameIn(folder)}@${packages[folder]?.version}`
  return {
    name,
    license,
    tarballHash: createHash('sha512').update(tarball).digest('hex'),
    installed: installedFor(packages).map(titleOf),
    direct: Object.keys(dependencies).map((each) => titleOf(`node_modules/${each}`)),
    contained: containedInDist(),
  }
}

/** Everything in package-lock.json. @throws {CannotRelease} when npm finds versions there that do not fit together */
export function inventoryOfProject(): Bom {
  const { ok, output, allOutput } = runProgram('npm', [
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
  ])
  if (!ok) throw new CannotRelease(`npm makes no inventory of package-lock.json: ${allOutput.trim()}`)
  return JSON.parse(output)
}
