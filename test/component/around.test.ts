// What stands around an element: a link, a label, a form. A press is for the element alone.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { mount } from './mounted.ts'

/** An element inside a part of a page. */
function inside(html: string, attributes = {}, content = '') {
  history.replaceState(null, '', '#')
  const { body } = Document.parseHTMLUnsafe(html)
  const [around] = body.children
  if (!around) throw new Error('There is no part of a page.')
  document.body.append(document.adoptNode(around))
  const into = document.body.querySelector('[data-here]') ?? document.body
  return { ...mount(attributes, { into, content }), around: around as HTMLElement }
}

/** What the page did, by the state of its parts. */
const doneBy = (around: Element) => [
  location.hash,
  around.matches('details[open]'),
  around.querySelector<HTMLInputElement>('[type=checkbox]')?.checked ?? false,
  'sent' in (around as HTMLElement).dataset,
]

const parts = [
  ['a link', '<a href="#product" data-here></a>'],
  ['a label', '<label data-here><input type="checkbox"></label>'],
  ['a summary', '<details><summary data-here></summary></details>'],
  ['a form', '<form onsubmit="this.dataset.sent = 1; return false" data-here></form>'],
  ['a button', '<form onsubmit="this.dataset.sent = 1; return false"><button data-here></button></form>'],
]

test.each(parts)('a press inside %s only pays', async (_what, html) => {
  const { button, around, element } = inside(html)
  await button().last().click()

  expect([element.state.phase, ...doneBy(around)]).toEqual(['creating', '', false, false, false])
})

test.each(parts)('a press on a label of the page’s own inside %s only pays', async (_what, html) => {
  const { around, element } = inside(html, {}, 'Buy now')
  element.shadowRoot?.querySelector('slot')?.parentElement?.click()

  expect([element.state.phase, ...doneBy(around)]).toEqual(['creating', '', false, false, false])
})

test.each(parts.slice(0, 4))('a key inside %s only pays', async (_what, html) => {
  const { around, element } = inside(html)
  element.shadowRoot?.querySelector<HTMLElement>('.pay')?.focus()
  await userEvent.keyboard('{Enter}')

  expect([element.state.phase, ...doneBy(around)]).toEqual(['creating', '', false, false, false])
})

test.each(parts)('a way to pay is chosen inside %s, and nothing else', async (_what, html) => {
  const { around, element, all } = inside(html, { methods: 'card service_wallet' })
  const [, wallet] = all('[type=radio]') as HTMLInputElement[]
  wallet?.click()
  await settle()

  expect([wallet?.checked, element.state.phase, ...doneBy(around)]).toEqual([
    true,
    'idle',
    '',
    false,
    false,
    false,
  ])
})

test.each(parts)('a field inside %s is typed into, and nothing else', async (_what, html) => {
  const { around, element, all, field } = inside(html, { methods: 'card bank_account' })
  const [, bank] = all('[type=radio]') as HTMLInputElement[]
  bank?.click()
  await settle()
  field().click()
  field().focus()
  await userEvent.keyboard('a b')

  expect([field().value, element.state.phase, ...doneBy(around)]).toEqual([
    'a b',
    'idle',
    '',
    false,
    false,
    false,
  ])
})

test('a part of the page that the element holds keeps its own default action', async () => {
  const { element } = mount()
  const { body } = Document.parseHTMLUnsafe('<button>Next</button><input type="checkbox">')
  element.append(...body.children)
  await settle()
  const box = element.querySelector('input')
  const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1 })
  element.querySelector('button')?.dispatchEvent(click)
  box?.click()

  expect([click.defaultPrevented, box?.checked]).toEqual([false, true])
})

test('a press inside a disabled fieldset does nothing', async () => {
  const { all, element } = inside('<fieldset disabled data-here></fieldset>')
  element.open()

  expect([element.state.phase, all('.pay:disabled').length]).toEqual(['idle', 1])
})

test('a fieldset that the page enables later lets the shopper pay', async () => {
  const { all, around, element } = inside('<fieldset disabled data-here></fieldset>')
  around.toggleAttribute('disabled')
  await settle()
  expect(all('.pay:enabled')).toHaveLength(1)
  around.toggleAttribute('disabled')
  await settle()

  expect([all('.pay:disabled').length, element.disabled]).toEqual([1, false])
})
