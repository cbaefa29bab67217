// HTML ignores the "/>" of `<payin-checkout … />`: the rest of the page becomes the content of the element. What is no label
// of a button is shown below the button and works there, and presses nothing.
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { changedRead } from '../support/sessions.ts'
import { mount, mounted, type TestCheckout } from './mounted.ts'

afterEach(() => document.body.replaceChildren())

/** A page as a parser reads it, and the first element in it. */
function parsed(html: string) {
  // Its ports are those of the elements in the page.
  const { ports } = mount()
  document.body.innerHTML = html
  const element = document.querySelector('test-checkout') as TestCheckout
  return { ...mounted(element, ports), element, ports, payButton: () => payButtonOf(element) }
}

const payButtonOf = (element: Element) => element.shadowRoot?.querySelector('.pay') as HTMLButtonElement
const inPage = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E
const pressesOf = ({ ports }: { ports: ReturnType<typeof fakePorts> }) => ports.merchant.create.calls.length

const newsletter = `
  <test-checkout endpoint="/checkout" order="A-1001" />
  <h2>News</h2>
  <p>Once a month.</p>
  <form><input name="email" aria-label="Email"><button id="subscribe">Subscribe</button></form>
  <a id="more" href="#more">Read more</a>`

describe('an element that is written self-closed', () => {
  test('has its own label, and the rest of the page is visible below its button', () => {
    const { payButton } = parsed(newsletter)
    const { bottom } = payButton().getBoundingClientRect()

    expect(payButton().textContent).toBe('Pay now')
    for (const selector of ['h2', 'p', 'input', '#subscribe', '#more']) {
      expect(inPage(selector).checkVisibility({ visibilityProperty: true })).toBe(true)
      expect(inPage(selector).getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom)
    }
  })

  test('starts no payment when the shopper uses the rest of the page', async () => {
    const page = parsed(newsletter)
    const used: string[] = []
    inPage('form').addEventListener('submit', (event) => {
      event.preventDefault()
      used.push('subscribed')
    })
    addEventListener('hashchange', () => used.push('followed'), { once: true })
    await userEvent.click(inPage('input'))
    await userEvent.keyboard('kim@shop.example{Enter}')
    await userEvent.click(inPage('#subscribe'))
    await userEvent.click(inPage('h2'))
    await userEvent.click(inPage('#more'))
    await expect.poll(() => used).toEqual(['subscribed', 'subscribed', 'followed'])

    expect(inPage<HTMLInputElement>('input').value).toBe('kim@shop.example')
    expect([pressesOf(page), page.emitted]).toEqual([0, []])
  })

  test('is still paid by its button', async () => {
    const page = parsed(newsletter)
    await userEvent.click(page.payButton())

    expect(pressesOf(page)).toBe(1)
  })

  test('names the missing closing tag in the console', async () => {
    const { ports } = parsed(newsletter)
    await settle()

    expect(ports.reported.join()).toContain('</test-checkout>')
  })

  test.each([
    ['while the payment is open', {}],
    ['when it is paid', { status: 'COMPLETED' }],
    ['when it has failed', { status: 'FAILED' }],
  ])('leaves the rest of the page visible %s', async (_, session) => {
    const page = parsed(newsletter)
    await page.startPaying()
    await page.ports.merchant.read.last.answer(changedRead(session))

    expect(inPage('input').checkVisibility({ visibilityProperty: true })).toBe(true)
  })

  test('leaves the rest of the page visible while its language loads', () => {
    const ports = fakePorts()
    ports.locales.messages.set('de', null)
    const { element } = mount({ lang: 'de' }, { ports })
    element.append(document.createElement('input'))

    return expect
      .poll(() => element.querySelector('input')?.checkVisibility({ visibilityProperty: true }))
      .toBe(true)
  })

  test('beside a second one leaves each its own button', async () => {
    const first = parsed(`
      <test-checkout endpoint="/checkout" order="A-1001" />
      <test-checkout endpoint="/checkout" order="B-2" />
      <p>Thank you.</p>`)
    const inner = document.querySelectorAll('test-checkout')[1] as TestCheckout
    const { ports } = first
    await userEvent.click(payButtonOf(inner))

    expect([first.payButton().textContent, payButtonOf(inner).textContent]).toEqual([
      'Pay now',
      'Opening the secure page…',
    ])
    expect(ports.merchant.create.calls.map(({ request }) => request.body.order)).toEqual(['B-2'])
    expect(first.element.state.phase).toBe('idle')
  })

  test('at the end of a page with scripts has its own label', () => {
    const { payButton } = parsed(`
      <test-checkout endpoint="/checkout" order="A-1001" />
      <script type="text/plain">let shop</script><style>main { color: red }</style><template><p>Row</p></template>`)

    expect(payButton().textContent).toBe('Pay now')
  })
})

test.each([
  ['a field', '<input aria-label="Email">'],
  ['a link', '<a href="/terms">Terms</a>'],
  ['a button', '<button>Add to cart</button>'],
  ['a button of a script', '<span role="button" tabindex="0">Add</span>'],
  ['an editor', '<div contenteditable>Write</div>'],
  ['a frame', '<iframe title="Map"></iframe>'],
  ['a video with controls', '<video controls title="Film"></video>'],
  ['a list that can be opened', '<details><summary>More</summary>Text</details>'],
  ['a heading', '<h1>About us</h1>'],
  ['a header', '<header>Shop</header>'],
  ['a navigation', '<nav>Menu</nav>'],
  ['a footer deep inside', '<div><div><footer>Imprint</footer></div></div>'],
])('%s is no label of the button', (_what, content) => {
  const { payButton, element } = parsed(`<test-checkout order="A-1001">${content}</test-checkout>`)

  expect(payButton().textContent).toBe('Pay now')
  expect(payButton().querySelector('slot')).toBeNull()
  expect(element.firstElementChild?.assignedSlot?.checkVisibility()).toBe(true)
})

test.each([
  ['a text', 'Donate'],
  ['a text with emphasis', '<b>Donate</b> <em>now</em>'],
  ['a picture', '<img alt="Donate" src="data:,">'],
  ['a drawing', '<svg><title>Donate</title></svg>'],
  ['a block of text', '<div><p>Donate</p></div>'],
  ['a link without an address', '<a>Donate</a>'],
])('%s is the label of the button', (_what, content) => {
  const { payButton, ports } = parsed(`<test-checkout order="A-1001">${content}</test-checkout>`)

  expect(payButton().querySelector('slot')?.hidden).toBe(false)
  expect(payButton().textContent).toBe('')
  expect(ports.reported).toEqual([])
})

test('content that comes later is moved below the button, and becomes a label again without its field', async () => {
  const { payButton, element } = parsed('<test-checkout order="A-1001"><b>Donate</b></test-checkout>')
  const field = document.createElement('input')
  element.append(field)
  await expect.poll(() => payButton().querySelector('slot')).toBeNull()
  expect(payButton().textContent).toBe('Pay now')
  field.remove()

  await expect.poll(() => payButton().querySelector('slot')?.hidden).toBe(false)
})
