// What a shop puts into the element can be long, and the phone small: nothing is wider than the element.
import { expect, test } from 'vitest'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

/** On a phone of 320 px, with a margin of 16 px on both sides. */
function narrow(attributes: Record<string, string> = {}): Mounted {
  const box = document.body.appendChild(document.createElement('div'))
  box.style.inlineSize = '288px'
  return mount(attributes, { into: box })
}

/** The parts of the screen that end beyond the element. */
function beyond({ element, all }: Mounted): string[] {
  const { right } = element.getBoundingClientRect()
  return all('[part=root] *')
    .filter((part) => part.getBoundingClientRect().right > right + 0.5)
    .map((part) => part.textContent)
}

test('a request that is named by a UUID fits', async () => {
  const mounted = narrow()
  mounted.element.open()
  const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e'
  await mounted.ports.merchant.create.last.fail({ ...aFault('invalid'), requestId })

  expect(mounted.all('[part=support]')[0]?.textContent).toContain(requestId)
  expect(beyond(mounted)).toEqual([])
})

test.each([
  ['en', { value: '0.12345678', currency: 'BTC' }],
  ['de', { value: '250.12345678', currency: 'USDC' }],
])('a receipt with a long amount fits (%s)', async (lang, amount) => {
  const mounted = narrow({ lang })
  await mounted.startPaying(aSession({ amount }))
  await mounted.read({ amount, status: 'COMPLETED', outcome: 'complete', reference: 'A'.repeat(36) })

  expect(mounted.all('.sum')).toHaveLength(1)
  expect(beyond(mounted)).toEqual([])
})

test('a long amount fits into a narrow column, on the button and while the shopper pays', async () => {
  const mounted = narrow({ amount: '123456789012345.12', currency: 'USDC' })
  const { parentElement } = mounted.element
  if (parentElement) parentElement.style.inlineSize = '200px'
  expect(mounted.all('bdi')[0]?.textContent).toContain('USDC')
  expect(beyond(mounted)).toEqual([])
  await mounted.startPaying(aSession({ amount: { value: '123456789012345.12', currency: 'USDC' } }))

  expect(beyond(mounted)).toEqual([])
})
