// The connection to the hosted page begins while the shopper reaches for the button.
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Mounted, mount } from './mounted.ts'

const links = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preconnect]')].map(({ href }) => href)
const over = ({ all }: Mounted) =>
  all('.pay')[0]?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))

afterEach(() => {
  for (const link of document.head.querySelectorAll('link[rel=preconnect]')) link.remove()
})

test('with a pointer over the button, once for each origin, and not before', () => {
  const mounted = mount({ 'hosted-origin': 'https://one.example' })
  expect(links()).toEqual([])
  over(mounted)
  over(mounted)
  over(mount({ 'hosted-origin': 'https://one.example' }))

  expect(links()).toEqual(['https://one.example/'])
})

test('with the focus, and with the origin alone of an address', async () => {
  mount({ 'hosted-origin': 'https://two.example/pay?order=1' })
  await userEvent.tab()

  expect(links()).toEqual(['https://two.example/'])
})

test.each(['javascript:alert(1)', 'http://plain.example', '//evil.example', 'three.example', ''])(
  'not for “%s”',
  (origin) => {
    over(mount({ 'hosted-origin': origin }))

    expect(links()).toEqual([])
  },
)

test('for the hosted page of an earlier payment of the page', async () => {
  const before = mount()
  await before.startPaying({ redirect_url: 'https://four.example/p/1' })
  over(mount({ order: 'A-1002' }))

  expect(links()).toEqual(['https://four.example/'])
})

test('is a property, too', () => {
  const { element } = mount()
  element.hostedOrigin = 'https://five.example'

  expect(element.getAttribute('hosted-origin')).toBe('https://five.example')
  expect(element.hostedOrigin).toBe('https://five.example')
})

test('a document without a head gets no connection and no error', () => {
  const { head } = document
  const mounted = mount({ 'hosted-origin': 'https://six.example' })
  const errors: unknown[] = []
  const catchOne = (event: ErrorEvent) => {
    event.preventDefault()
    errors.push(event.message)
  }
  addEventListener('error', catchOne)
  onTestFinished(() => removeEventListener('error', catchOne))
  head.remove()
  over(mounted)
  document.documentElement.prepend(head)

  expect(errors).toEqual([])
})
