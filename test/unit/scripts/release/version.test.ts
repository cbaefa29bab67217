import { expect, test } from 'vitest'
import { entryOf, problemsOfVersion } from '../../../../scripts/release/ready.ts'

const changelog = `# payin-checkout

## 0.2.0-beta.1

A try.

## 0.1.0

### In the page

- The first version, better than 0.0.9.

## 0.0.9

### Patch Changes
`
const good = { version: '0.1.0', locked: ['0.1.0', '0.1.0'], changelog, waiting: [] }

test('a version with a changelog entry may be released', () => {
  expect(problemsOfVersion(good)).toEqual([])
})

test('a version without a changelog entry is reported, with the remedy', () => {
  expect(problemsOfVersion({ ...good, version: '0.3.0', locked: ['0.3.0', '0.3.0'] })).toEqual([
    'CHANGELOG.md has no entry for 0.3.0. Say under `## 0.3.0` what it brings: `npm run change`, then `npm run next-version`.',
  ])
})

test.each([
  ['a longer version that begins alike', '0.2.0', null],
  ['a version that stands in another entry', '0.0.9-alpha', null],
  ['an entry of headings alone', '0.0.9', null],
  [
    'an entry that ends where the next begins',
    '0.1.0',
    '### In the page\n\n- The first version, better than 0.0.9.',
  ],
])('%s says what it says', (_, version, entry) => {
  expect(entryOf(changelog, version)).toBe(entry)
  expect(entryOf(changelog.replaceAll('\n', '\r\n'), version)).toBe(entry)
})

test('a lock file with another version is reported', () => {
  const [problem] = problemsOfVersion({ ...good, locked: ['0.1.0', '0.0.9'] })
  expect(problem).toMatch(/^package.json says 0.1.0, and package-lock.json 0.0.9. Run /)
  expect(problemsOfVersion({ ...good, locked: [undefined, undefined] })[0]).toContain(
    'package-lock.json nothing',
  )
})

test('a waiting change in .changeset stops the release', () => {
  expect(problemsOfVersion({ ...good, waiting: ['brave-cats-pay.md'] })).toEqual([
    '.changeset holds changes that no version has taken in: brave-cats-pay.md. Run `npm run next-version`, and commit.',
  ])
})
