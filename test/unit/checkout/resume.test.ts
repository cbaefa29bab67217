import { describe, expect, test } from 'vitest'
import {
  forgetSession,
  forgetWayBack,
  rememberedSession,
  rememberSession,
  rememberWayBack,
  takeWayBack,
} from '../../../src/checkout/resume.ts'
import { fakeMemory } from '../../support/fake-ports.ts'

const shop = 'https://shop.example'
const cart = `${shop}/cart?step=pay#pay`

function leftFrom(href: string) {
  const memory = fakeMemory()
  rememberWayBack(memory, 'cs_1', href)
  return memory
}

describe('the way back', () => {
  test('is the page that was left, with all that was in its address', () => {
    expect(takeWayBack(leftFrom(cart), 'cs_1', shop)).toBe(cart)
  })

  test('is taken once: a second visit of the return page must not loop', () => {
    const memory = leftFrom(cart)
    takeWayBack(memory, 'cs_1', shop)

    expect(takeWayBack(memory, 'cs_1', shop)).toBeNull()
  })

  test('stays for the session that it belongs to', () => {
    const memory = leftFrom(cart)

    expect(takeWayBack(memory, 'cs_2', shop)).toBeNull()
    expect(takeWayBack(memory, 'cs_1', shop)).toBe(cart)
  })

  test.each([
    'https://evil.example/cart',
    'https://shop.example.evil.example/',
    'https://shop.example:8443/',
    'http://shop.example/cart',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/',
    '/cart',
    '',
  ])('never leads to %j: the record may be anybody’s by now', (href) => {
    expect(takeWayBack(leftFrom(href), 'cs_1', shop)).toBeNull()
  })

  test.each(['', 'null', '7', '[]', '{', '{"session":"cs_1"}', '{"session":"cs_1","href":7}'])(
    'survives that storage holds %j',
    (text) => {
      const memory = leftFrom(cart)
      for (const key of memory.entries.keys()) memory.entries.set(key, text)

      expect(takeWayBack(memory, 'cs_1', shop)).toBeNull()
    },
  )

  test('is dropped when the shopper is here again', () => {
    const memory = leftFrom(cart)
    forgetWayBack(memory)

    expect(memory.entries.size).toBe(0)
  })
})

describe('the session of an order', () => {
  test('is remembered for this order at this endpoint and no other', () => {
    const memory = fakeMemory()
    rememberSession(memory, '/checkout#A-1', 'cs_1')

    expect(rememberedSession(memory, '/checkout#A-1')).toBe('cs_1')
    expect(rememberedSession(memory, '/checkout#A-2')).toBeNull()
    expect(rememberedSession(memory, '/other#A-1')).toBeNull()
  })

  test('is forgotten without touching another order’s', () => {
    const memory = fakeMemory()
    rememberSession(memory, '/checkout#A-1', 'cs_1')
    rememberSession(memory, '/checkout#A-2', 'cs_2')
    forgetSession(memory, '/checkout#A-1')

    expect([...memory.entries.values()]).toEqual(['cs_2'])
  })
})
