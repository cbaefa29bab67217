// The steps for a person after a successful release check.
import { readFileSync } from 'node:fs'

interface Made {
  readonly tarball: string
  readonly sbom: string
  /** Whether the packed package was tested. */
  readonly tests: boolean
}

export function nextSteps({ tarball, sbom, tests }: Made): string[] {
  const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
  return linesOf({ tarball, sbom, tests, version, hasRepository: Boolean(repository) })
}

export function linesOf(
  made: Made & { readonly version: string; readonly hasRepository: boolean },
): string[] {
  const { tarball, sbom, tests, version, hasRepository } = made
  const steps = [
    ...(tests ? [] : ['Run `npm run release` without --skip-tests.']),
    ...(hasRepository
      ? []
      : ['Put `repository` into package.json, commit it, and run `npm run release` again.']),
    `Mark the commit: git tag v${version} && git push origin v${version}`,
    `In the CI of that repository (GitHub Actions or GitLab CI, where npm finds who publishes):\n     npm publish --provenance ${tarball}`,
    `Hand out the SBOM with it: ${sbom}`,
  ]
  return [
    'Made:',
    `  ${tarball}`,
    `  ${sbom}`,
    'What a person does next:',
    ...steps.map((step, at) => `  ${at + 1}. ${step}`),
  ]
}
