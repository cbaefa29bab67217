// What ordinary pages do around an element: scrolling boxes, frames, content that is added later.
import { describe, expect, onTestFinished, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { mount } from './mounted.ts'

test('an element far down in a scrolling box does not make the page longer', () => {
  const box = document.body.appendChild(document.createElement('div'))
  box.style.cssText = 'height: 200px; overflow: auto'
  const far = box.appendChild(document.createElement('div'))
  far.style.height = '5000px'
  mount({}, { into: box })

  expect(document.documentElement.scrollHeight).toBeLessThan(2_000)
})

describe('text of a page', () => {
  test.each([
    ['in a gradient', 'color: transparent'],
    ['of half a color', 'color: rgb(0 0 0 / 10%)'],
    ['in a gradient, as WebKit names it', '-webkit-text-fill-color: transparent'],
  ])('%s leaves the element opaque', (_what, style) => {
    const box = document.body.appendChild(document.createElement('div'))
    box.style.cssText = style
    const { all } = mount({}, { into: box })
    const pay = getComputedStyle(all('.pay')[0] as Element)
    const hint = getComputedStyle(all('.hint')[0] as Element)

    const colors = [
      pay.backgroundColor,
      pay.color,
      hint.color,
      pay.webkitTextFillColor,
      hint.webkitTextFillColor,
    ]
    expect(colors.filter((color) => /\/|transparent|rgba/.test(color))).toEqual([])
  })

  test('on one line, or with an indent, is not so in the element', () => {
    const box = document.body.appendChild(document.createElement('div'))
    box.style.cssText = 'white-space: pre; text-indent: 50px'
    const { all } = mount({}, { into: box })
    const { whiteSpace, textIndent } = getComputedStyle(all('.hint')[0] as Element)

    expect([whiteSpace, textIndent]).toEqual(['normal', '0px'])
  })
})

describe('content that the page adds to the button later', () => {
  test('becomes its name', async () => {
    const { element, button } = mount({ amount: '49.90', currency: 'EUR' })
    const text = element.appendChild(document.createTextNode(''))
    await settle()
    expect(button('Pay €49.90').query()).not.toBeNull()
    // As Svelte, Preact and Solid do it.
    text.data = 'Buy now'
    await settle()

    expect(button('Buy now').query()).not.toBeNull()
  })

  test('is replaced by the amount when it is removed', async () => {
    const { element, button } = mount({ amount: '49.90', currency: 'EUR' })
    const span = element.appendChild(document.createElement('span'))
    span.textContent = 'Buy now'
    await settle()
    span.textContent = ''
    await settle()

    expect(button('Pay €49.90').query()).not.toBeNull()
  })

  test('may be an image with a name', async () => {
    const { element, button } = mount({ amount: '49.90', currency: 'EUR' })
    element.append(Object.assign(document.createElement('img'), { alt: 'Donate' }))
    await settle()

    expect(button('Donate').query()).not.toBeNull()
  })
})

test('an element that is moved into a frame keeps its styles and works there', async () => {
  const { element, ports } = mount({
    amount: '49.90',
    currency: 'EUR',
    methods: 'card service_wallet',
  })
  const frame = document.body.appendChild(document.createElement('iframe'))
  const { contentWindow, contentDocument } = frame
  contentDocument?.body.append(element)
  await settle()
  const button = element.shadowRoot?.querySelector('.pay')
  if (!button || !contentWindow) throw new Error('There is no button in the frame.')

  expect(contentWindow.getComputedStyle(button).fontWeight).toBe('600')
  expect(element.shadowRoot?.adoptedStyleSheets).toHaveLength(1)
  expect(element.shadowRoot?.querySelectorAll('.pay')).toHaveLength(1)
  // From now on, nodes are created by the frame's document.
  element.open()
  const cancel = element.shadowRoot?.querySelector('.below button')
  expect([cancel?.textContent, cancel?.ownerDocument === contentDocument]).toEqual(['Cancel', true])
  expect(ports.reported).toEqual([])
  // Removing a frame does not disconnect its elements.
  element.remove()
})

test('an element inside a component of a frame speaks the language around that component', () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const host = frame.contentDocument?.body.appendChild(frame.contentDocument.createElement('div'))
  const ports = fakePorts()
  ports.locales.messages.set('de', { lang: 'de', payPlain: 'Jetzt bezahlen' })
  if (!host) throw new Error('The frame has no page.')
  host.lang = 'de'
  const { element } = mount({}, { ports, into: host.attachShadow({ mode: 'open' }) as unknown as Element })
  const label = element.shadowRoot?.querySelector('.pay')?.textContent
  element.remove()

  expect(label).toBe('Jetzt bezahlen')
})

test('a press works on a page that makes every shadow root a closed one', async () => {
  const { attachShadow } = Element.prototype
  let closed: ShadowRoot | undefined
  Element.prototype.attachShadow = function (init) {
    closed = attachShadow.call(this, { ...init, mode: 'closed' })
    return closed
  }
  onTestFinished(() => {
    Element.prototype.attachShadow = attachShadow
  })
  const { element } = mount()
  closed?.querySelector('button')?.click()

  expect([element.shadowRoot, element.state.phase]).toEqual([null, 'creating'])
  expect(closed?.querySelector('.below button')?.textContent).toBe('Cancel')
})

describe('properties set in one task', () => {
  test('apply together: a session that is set before the endpoint is read at that endpoint', async () => {
    const { element, ports } = mount({ endpoint: '', order: '' })
    element.session = 'cs_1'
    element.endpoint = '/checkout'
    await settle()

    expect(ports.merchant.endpoints).toEqual(['/checkout'])
    expect(ports.merchant.read.calls).toHaveLength(1)
  })

  test('apply to a press in the same task, too', async () => {
    const { element, ports } = mount({ order: '' })
    element.order = 'A-7'
    element.open()

    expect(ports.merchant.create.calls.map(({ request }) => request.body.order)).toEqual(['A-7'])
  })

  test('send no request if the element is removed in the same task', async () => {
    const { element, ports } = mount({ session: 'cs_1' })
    element.remove()
    await settle()

    expect(ports.merchant.read.calls).toEqual([])
  })
})

/** What a browser's translation does: it puts other text nodes in place of those that it may translate. */
function translate(element: Element): void {
  const parts = [...(element.shadowRoot?.children ?? [])] as HTMLElement[]
  for (const part of parts.filter((part) => part.translate)) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) text.replaceWith(`«${text.data}»`)
  }
}

test('a payment shows its result on a page that the browser has translated', async () => {
  const mounted = mount()
  await mounted.startPaying()
  translate(mounted.element)
  await mounted.read({ status: 'COMPLETED', outcome: 'complete' })

  expect(mounted.all('.title')[0]?.textContent).toBe('Paid')
})
