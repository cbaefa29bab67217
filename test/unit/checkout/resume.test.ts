import { describe, expect, test } from 'vitest'
import {
  forgetSession,
  forgetWayBack,
  rememberEvent,
  rememberedSession,
  rememberSession,
  rememberWayBack,
  takeReturn,
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

describe('the return address', () => {
  test('is the page that was left, with its whole address', () => {
    expect(takeWayBack(leftFrom(cart), 'cs_1', shop)).toBe(cart)
  })

  test('is returned once, so that a second visit of the return page does not loop', () => {
    const memory = leftFrom(cart)
    takeWayBack(memory, 'cs_1', shop)

    expect(takeWayBack(memory, 'cs_1', shop)).toBeNull()
  })

  test('stays stored for the session to which it belongs', () => {
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
  ])('never leads to %j, because another script may have changed the entry', (href) => {
    expect(takeWayBack(leftFrom(href), 'cs_1', shop)).toBeNull()
  })

  test.each(['', 'null', '7', '[]', '{', '{"session":"cs_1"}', '{"session":"cs_1","href":7}'])(
    'is null, without an exception, if storage contains %j',
    (text) => {
      const memory = leftFrom(cart)
      for (const key of memory.entries.keys()) memory.entries.set(key, text)

      expect(takeWayBack(memory, 'cs_1', shop)).toBeNull()
    },
  )

  test('is removed when the shopper is back', () => {
    const memory = leftFrom(cart)
    forgetWayBack(memory)

    expect(memory.entries.size).toBe(0)
  })
})

describe('the session of an order', () => {
  test('is stored for this order at this endpoint only', () => {
    const memory = fakeMemory()
    rememberSession(memory, '/checkout#A-1', 'cs_1')

    expect(rememberedSession(memory, '/checkout#A-1')).toBe('cs_1')
    expect(rememberedSession(memory, '/checkout#A-2')).toBeNull()
    expect(rememberedSession(memory, '/other#A-1')).toBeNull()
  })

  test('is removed without touching another order’s', () => {
    const memory = fakeMemory()
    rememberSession(memory, '/checkout#A-1', 'cs_1')
    rememberSession(memory, '/checkout#A-2', 'cs_2')
    forgetSession(memory, '/checkout#A-1')

    expect([...memory.entries.values()]).toEqual(['cs_2'])
  })
})

describe('the return to the page', () => {
  test('is known once, for the session that came back', () => {
    const memory = leftFrom(cart)
    takeWayBack(memory, 'cs_1', shop)

    expect(takeReturn(memory, 'cs_2')).toBe(false)
    expect([takeReturn(memory, 'cs_1'), takeReturn(memory, 'cs_1')]).toEqual([true, false])
    expect(memory.entries.size).toBe(0)
  })

  test('is none while the shopper is away, nor to a page of another origin', () => {
    const memory = leftFrom('https://evil.example/')
    expect(takeReturn(memory, 'cs_1')).toBe(false)
    takeWayBack(memory, 'cs_1', shop)

    expect(takeReturn(memory, 'cs_1')).toBe(false)
  })
})

describe('an event that this tab has had', () => {
  test('is known by the whole of its name', () => {
    const memory = fakeMemory()
    const answers = ['11 complete', '1 complete', '1 comp', '11 complete'].map((event) =>
      rememberEvent(memory, event),
    )

    expect(answers).toEqual([false, false, false, true])
  })

  test('is known among those of 300 orders, however often their page is loaded, and is stored once', () => {
    const memory = fakeMemory()
    const events = Array.from({ length: 300 }, (_, order) => `${order} ${crypto.randomUUID()} complete`)
    const load = () => events.filter((event) => !rememberEvent(memory, event)).length
    const emitted = [load()]
    const stored = [...memory.entries].join()

    expect([...emitted, load(), load()]).toEqual([300, 0, 0])
    expect([...memory.entries].join()).toBe(stored)
  })

  test('is forgotten after thousands of others, so that a tab that stays open for years keeps room', () => {
    const memory = fakeMemory()
    const event = (order: number) => `${order} ${'x'.repeat(5_000)} complete`
    for (let order = 0; order < 100; order++) rememberEvent(memory, event(order))
    const stored = [...memory.entries].join()

    expect(stored.length).toBeLessThan(401_000)
    expect([rememberEvent(memory, event(90)), rememberEvent(memory, event(0))]).toEqual([true, false])
  })
})
