import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longFiles, longFirst } from '../../../scripts/test-order.ts'

test('the long files start first, and the others keep their order', () => {
  const started = longFirst(
    ['/shop/test/unit/b.test.ts', '/shop/test/money/money.property.test.ts', '/shop/test/unit/a.test.ts'],
    (path) => path,
  )
  expect(started).toEqual([
    '/shop/test/money/money.property.test.ts',
    '/shop/test/unit/b.test.ts',
    '/shop/test/unit/a.test.ts',
  ])
})

test.each(longFiles)('%s exists', (path) => {
  expect(existsSync(path)).toBe(true)
})
