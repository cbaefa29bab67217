import { expect, test } from 'vitest'
import { containedIn } from '../../../../scripts/release/sbom.ts'

const note = `@preact/signals 2.11.4 (MIT)

Copyright of somebody

qr 0.7.0 ((MIT OR Apache-2.0))

Parts of it come from
left-pad 1.0.0 (WTFPL)
and from right-pad 1.0.0 (MIT)

a-beta 1.0.0-rc.1+7 (MIT or MPL-2.0)

Its words
`

test('only the packages that the build notes are read, and not those in a licence text', () => {
  expect(containedIn([['dist/cli', note]]).map((each) => each.package)).toEqual([
    '@preact/signals@2.11.4',
    'a-beta@1.0.0-rc.1+7',
    'qr@0.7.0',
  ])
})

test('an empty licence does not hide the package after it', () => {
  expect(containedIn([['dist/cli', 'a 1.0.0 (MIT)\n\n\n\nb 1.0.0 (MIT)\n\nWords']])).toHaveLength(2)
})

test('a package that two files contain is named once, with both', () => {
  const contained = containedIn([
    ['the script', 'preact 11.2.0 (MIT)\n\nWords'],
    ['dist/cli', 'preact 11.2.0 (MIT)\n\nWords'],
  ])
  expect(contained).toEqual([{ package: 'preact@11.2.0', in: ['the script', 'dist/cli'] }])
})

test('a note that names nothing is an error, and no package without a licence', () => {
  expect(() => containedIn([['dist/cli', 'Nothing here.']])).toThrow('beside dist/cli name no package')
})
