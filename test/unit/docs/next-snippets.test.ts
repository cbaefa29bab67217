// The documents show the files of the Next.js project that `npm run test:packages` builds, line for line.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allBlocks, placeOf } from '../../support/documents.ts'

const template = new URL('../../projects/templates/next/', import.meta.url)
const named = /^\/\/ ((?:next\.config|app\/).*\.tsx?)\n/
const files = allBlocks('ts', 'tsx').flatMap((block) => {
  const [, file] = named.exec(block.code) ?? []
  return file ? [[placeOf(block), file, block.code] as const] : []
})

test.each(files)('%s is %s of the project that is built', (_, file, code) => {
  expect(readFileSync(new URL(file, template), 'utf8').trimEnd()).toBe(code)
})

test('the documents show how Next.js is configured, and its return page', () => {
  expect(files.map(([, file]) => file)).toEqual(['next.config.ts', 'app/return/page.tsx'])
})
