import { expect, test } from 'vitest'
import { linesOf } from '../../../../scripts/release/next-steps.ts'
import { problemsOfManifest, warningsOfManifest } from '../../../../scripts/release/ready.ts'

const good = { name: 'payin-checkout', license: 'MIT', publishConfig: { access: 'public', provenance: true } }
const addresses = { repository: 'github:a/b', bugs: 'https://a.example', homepage: 'https://a.example' }

test('a public package with a licence and a provenance may be published', () => {
  expect(problemsOfManifest(good, true)).toEqual([])
})

test.each([
  ['is private', { ...good, private: true }, true, 'npm refuses to publish'],
  ['names no licence', { ...good, license: '' }, true, 'names no `license`'],
  ['has no text of its licence', good, false, 'There is no file LICENSE'],
  ['would be published for few', { ...good, publishConfig: { provenance: true } }, true, 'is not `public`'],
  ['would have no provenance', { ...good, publishConfig: { access: 'public' } }, true, 'is not `true`'],
])('a package that %s is stopped', (_, manifest, hasLicense, said) => {
  const problems = problemsOfManifest(manifest, hasLicense)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(said)
})

test('missing addresses are warnings', () => {
  const [warning] = warningsOfManifest(good)
  expect(warning).toContain('has no `repository`, `bugs`, `homepage`')
  expect(warning).toContain('npm publishes no provenance without `repository`')
  expect(problemsOfManifest(good, true)).toEqual([])
  expect(warningsOfManifest({ ...good, ...addresses })).toEqual([])
  expect(warningsOfManifest({ ...good, ...addresses, bugs: '' })[0]).not.toContain('provenance')
})

test('the next steps begin with what is missing, and publish the checked tarball', () => {
  const made = { tarball: 'a.tgz', sbom: 'a.cdx.json', version: '0.1.0', tests: true, hasRepository: true }
  expect(linesOf(made).join('\n')).toContain('1. Mark the commit: git tag v0.1.0')
  expect(linesOf(made).join('\n')).toContain('npm publish --provenance a.tgz')
  const early = linesOf({ ...made, tests: false, hasRepository: false }).join('\n')
  expect(early).toContain(
    '1. Run `npm run release` without --skip-tests.\n  2. Put `repository` into package.json',
  )
})
