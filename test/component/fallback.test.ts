// What shoppers see if the script does not load, or loads late. The button replaces it.
import { afterEach, describe, expect, test } from 'vitest'
import { mount, TestCheckout } from './mounted.ts'

let names = 0
afterEach(() => document.body.replaceChildren())

/** A checkout in the page's HTML, before any script. */
function inThePage(content: string) {
  const name = `plain-checkout-${++names}`
  const { body } = Document.parseHTMLUnsafe(`<${name} order="A-1001">${content}</${name}>`)
  const element = body.firstElementChild as HTMLElement
  document.body.append(document.adoptNode(element))
  const isSeen = () => element.querySelector('[slot=fallback]')?.checkVisibility()
  const define = () => customElements.define(name, class extends TestCheckout {})
  const button = () => element.shadowRoot?.querySelector('button')
  return { element, isSeen, define, button }
}

const link = '<a slot="fallback" href="/pay-by-bank">Pay by bank</a>'

describe('a fallback', () => {
  test('is visible without the script, and hidden when the script has loaded', () => {
    const { define, isSeen } = inThePage(link)
    const before = isSeen()
    define()

    expect([before, isSeen()]).toEqual([true, false])
  })

  test.each([
    ['a fallback alone', link],
    ['a fallback among line breaks', `\n  ${link}\n`],
    ['a noscript', '<noscript>Please allow scripts.</noscript>'],
  ])('%s does not change the label of the button', (_what, content) => {
    const { define, button } = inThePage(content)
    define()

    expect([button()?.textContent, button()?.querySelector('slot')?.hidden]).toEqual(['Pay now', true])
  })

  test('beside content for the button is not shown in the button', () => {
    const { define, element, isSeen, button } = inThePage(`${link}<b>Donate</b>`)
    define()

    expect([isSeen(), element.querySelector('b')?.checkVisibility()]).toEqual([false, true])
    expect([button()?.textContent, button()?.querySelector('slot')?.hidden]).toEqual(['', false])
  })

  test('that is added later changes nothing', async () => {
    const { element, button } = mount()
    const late = document.createElement('p')
    late.slot = 'fallback'
    element.append(late)

    await expect.element(button('Pay now')).toBeVisible()
  })
})

test('the button of a page that was saved with its shadow roots is replaced by one that works', () => {
  const saved = '<template shadowrootmode="open"><button>Pay now</button></template>'
  const { define, element, button } = inThePage(saved)
  define()
  button()?.click()

  expect((element as TestCheckout).state.phase).toBe('creating')
})

test('a closed shadow root in the HTML of the page is replaced, too', () => {
  const { define, element } = inThePage('<template shadowrootmode="closed">Pay now</template>')
  element.style.display = 'block'
  const before = element.clientHeight
  define()
  ;(element as TestCheckout).open()

  expect((element as TestCheckout).state.phase).toBe('creating')
  // "Cancel" is below the button.
  expect(element.clientHeight).toBeGreaterThan(before + 48)
})
