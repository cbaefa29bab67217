// The pictures of the README show the elements as they are now.
import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashOfLooks } from '../../../scripts/pictures/looks.ts'
import { readDocument } from '../../support/documents.ts'

const css = readFileSync('src/view/styles.css', 'utf8')

test('the pictures show the current look of the elements', () => {
  const { looks } = JSON.parse(readDocument('docs/pictures/looks.json'))
  expect(looks, 'The elements look different now: run `npm run pictures` and look at them.').toBe(
    hashOfLooks(),
  )
})

test('a comment or a line break in the style sheet needs no new pictures, another color does', () => {
  expect(hashOfLooks(`/* why */\n\n${css}`)).toBe(hashOfLooks())
  expect(hashOfLooks(css.replace('12px', '13px'))).not.toBe(hashOfLooks())
})

test.each([
  ['states.webp', 150_000],
  ['payment.webp', 500_000],
])('%s is in the README, small, and says in words what it shows', (name, most) => {
  const [, alt = ''] =
    new RegExp(`<img[^>]*src="docs/pictures/${name}"[^>]*alt="([^"]+)"`).exec(readDocument('README.md')) ?? []
  expect(alt.length).toBeGreaterThan(60)
  expect(statSync(`docs/pictures/${name}`).size).toBeLessThan(most)
})
