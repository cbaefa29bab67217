// The addresses that a person gives to a command.
import { expect, test } from 'vitest'
import { readWebAddress } from '../../../src/cli/command.ts'

const read = (text: string) => readWebAddress('--url', text, 'https://shop.example')

test.each(['https://shop.example/cart', 'http://localhost:4000'])('%s is read', (text) => {
  expect(read(text).href).toBe(new URL(text).href)
})

test.each([
  ['ftp://shop:canary@a.example/', 'ftp://…@a.example/'],
  ['ftp://shop:canary/and@more@a.example/', 'ftp://…@a.example/'],
  ['https://shop:canary@a b.example/', 'https://…@a b.example/'],
  ['shop:canary@a.example/checkout', '…@a.example/checkout'],
  ['a.example/checkout?token=canary', 'a.example/checkout?…'],
  ['a.example/checkout#canary', 'a.example/checkout?…'],
  ['shop:canary\n@a.example', '…@a.example'],
  ['', ''],
])('the secrets of %j, which is no web address, are not shown', (text, shown) => {
  expect(() => read(text)).toThrow(
    `--url must be a full address such as https://shop.example, but is: ${shown}`,
  )
  expect(() => read(text)).not.toThrow(/canary/)
})

test('of a long text only the beginning is shown', () => {
  expect(() => read('x'.repeat(10_000))).toThrow(/ is: x{80}…$/)
})
