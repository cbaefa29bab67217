// Checks package.json for publishing.
import { existsSync, readFileSync } from 'node:fs'
import type { StepResult } from './step.ts'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly license?: string
  readonly keywords?: readonly string[]
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean }
  readonly repository?: unknown
  readonly bugs?: unknown
  readonly homepage?: unknown
}

/** Addresses of the project, which only its owner can set. */
const addresses = ['repository', 'bugs', 'homepage'] as const

export function checkManifest(): StepResult {
  const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  return {
    says: `${manifest.name} may be published, under ${manifest.license ?? 'no licence'}`,
    problems: problemsOfManifest(manifest, existsSync('LICENSE')),
    warnings: warningsOfManifest(manifest),
  }
}

/** @param hasLicense whether the file LICENSE exists */
export function problemsOfManifest(manifest: Manifest, hasLicense: boolean): string[] {
  const problems: string[] = []
  if (manifest.private) problems.push('package.json says `private`, so npm refuses to publish it. Remove it.')
  if (!manifest.license)
    problems.push('package.json names no `license`: nobody may use the package. Name it.')
  if (!hasLicense) problems.push('There is no file LICENSE. Put the text of the licence there.')
  if (manifest.publishConfig?.access !== 'public')
    problems.push('`publishConfig.access` in package.json is not `public`. Set it.')
  if (manifest.publishConfig?.provenance !== true)
    problems.push('`publishConfig.provenance` in package.json is not `true`. Set it.')
  return problems
}

export function warningsOfManifest(manifest: Manifest): string[] {
  const missing = addresses.filter((name) => !manifest[name])
  if (missing.length === 0) return []
  const list = missing.map((name) => `\`${name}\``).join(', ')
  const problem = `package.json has no ${list}: put in where the project lives.`
  return [
    missing.includes('repository')
      ? `${problem} npm publishes no provenance without \`repository\`: it must be the repository whose CI publishes.`
      : problem,
  ]
}
