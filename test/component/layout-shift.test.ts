// No layout shift: not when the script loads, and not when something loads late.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { type Mounted, mount, TestCheckout } from './mounted.ts'
import { stories } from './stories.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** The layout shift of the page so far, as the browser measures it. */
function watchShifts(): () => Promise<number> {
  let sum = 0
  const count = (entries: readonly PerformanceEntry[]) => {
    for (const entry of entries) if ('value' in entry) sum += Number(entry.value)
  }
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  return async () => {
    for (let frames = 0; frames < 3; frames++) await frame()
    count(observer.takeRecords())
    observer.disconnect()
    return sum
  }
}

let names = 0
beforeEach(() => {
  document.documentElement.lang = 'en'
})
afterEach(async () => {
  document.adoptedStyleSheets = []
  document.body.replaceChildren()
  await page.viewport(414, 896)
})

/** The CSS of the document for an element of that name, and for what its attributes add to it. */
async function documentedCss(name: string, more: string): Promise<CSSStyleSheet> {
  const text = await commands.readFile('docs/integration.md')
  const [, line = ''] = /^(payin-checkout:not\(:defined\) .+)$/m.exec(text) ?? []
  const parts = ['calc(133px + 49px * 3)', '118px for', 'adds 24px']
  expect(parts.filter((part) => !text.includes(part))).toEqual([])
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(line.replace('payin-checkout', name).replace('92px', more || '92px'))
  expect(sheet.cssRules).toHaveLength(1)
  return sheet
}

const choice = 'calc(133px + 49px * 3'
const cases = [
  ['a button', '', ''],
  ['a button on a card', 'theme="dark"', 'calc(92px + 24px)'],
  ['three methods', 'methods="card crypto_transfer bank_account"', `${choice})`],
  [
    'three methods, a bank account first',
    'methods="bank_account card crypto_transfer"',
    `${choice} + 118px)`,
  ],
  ['three methods, a wallet first', 'methods="service_wallet card crypto_transfer"', `${choice} + 118px)`],
] as const

describe.each([360, 800])('in a window of %i pixels', (width) => {
  test.each(cases)('%s has the size that the page has reserved for it', async (_what, attributes, css) => {
    await page.viewport(width, 800)
    const name = `late-checkout-${++names}`
    document.adoptedStyleSheets = [await documentedCss(name, css)]
    const html = `<h1>Order</h1><${name} endpoint="/checkout" order="A-1001" ${attributes}></${name}><p>More</p>`
    document.body.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
    await frame()
    await frame()
    const shifts = watchShifts()
    customElements.define(name, class extends TestCheckout {})
    await settle()

    expect(await shifts()).toBe(0)
    expect(document.querySelector(name)?.shadowRoot?.querySelector('.pay')).not.toBeNull()
  })
})

test('the browser’s layout-shift entries would show a late line', async () => {
  mount()
  await frame()
  await frame()
  const shifts = watchShifts()
  document.body.prepend(Object.assign(document.createElement('p'), { textContent: 'Late' }))

  expect(await shifts()).toBeGreaterThan(0)
})

const topOfPay = ({ all }: Mounted) => all('.pay')[0]?.getBoundingClientRect().top
const heightOf = ({ element }: Mounted) => element.getBoundingClientRect().height

describe('the pay button stays where it is', () => {
  test('when saved accounts load late', async () => {
    let arrive = (_accounts: { id: string; iban: string }[]) => {}
    const instruments = () => new Promise<{ id: string; iban: string }[]>((resolve) => (arrive = resolve))
    const mounted = mount({ methods: 'card bank_account' }, { ports: { ...fakePorts(), instruments } })
    await settle()
    const before = topOfPay(mounted)
    arrive([{ id: 'pi_1', iban: 'DE89**************3000' }])
    await settle()

    expect(mounted.all('bdi')).not.toEqual([])
    expect(topOfPay(mounted)).toBe(before)
  })

  test('when something is wrong with a field', async () => {
    const mounted = await stories['choice by IBAN']()
    const before = topOfPay(mounted)
    mounted.field().focus()
    await userEvent.keyboard('DE12')
    await userEvent.tab()

    expect(mounted.note()).toContain('IBAN')
    expect(topOfPay(mounted)).toBe(before)
  })

  test('with the content below it, when the payment begins', async () => {
    const mounted = await stories.idle()
    const before = heightOf(mounted)
    mounted.element.open()
    await settle()

    expect(mounted.all('.quiet')).toHaveLength(1)
    expect(heightOf(mounted)).toBe(before)
  })
})

describe('an element far below the window', () => {
  async function farBelow(): Promise<Mounted> {
    const far = document.body.appendChild(document.createElement('div'))
    far.style.height = '9000px'
    const mounted = mount({ label: 'Pay far below' })
    await frame()
    return mounted
  }

  test('has the same height as in view', async () => {
    const mounted = await farBelow()
    const before = [heightOf(mounted), document.documentElement.scrollHeight]
    const shifts = watchShifts()
    scrollTo(0, 9000)
    await frame()

    expect([heightOf(mounted), document.documentElement.scrollHeight]).toEqual(before)
    expect(await shifts()).toBe(0)
  })

  test('is found by a search in the page, and by Tab', async () => {
    const mounted = await farBelow()
    const find = (text: string) => (window as unknown as { find(text: string): boolean }).find(text)
    await userEvent.tab()

    expect(mounted.focused()).toBe('Pay far below')
    expect(scrollY).toBeGreaterThan(0)
    scrollTo(0, 0)
    await frame()
    expect([find('far below'), find('not there')]).toEqual([true, false])
  })

  test('is in the tree of assistive technology', async () => {
    const mounted = await farBelow()

    await expect.element(mounted.button('Pay far below')).toBeInTheDocument()
  })
})

test('the focus ring around the pay button is not clipped', async () => {
  const frame = document.body.appendChild(document.createElement('div'))
  frame.style.cssText = 'padding: 20px; background: #fff'
  const mounted = mount({}, { into: frame })
  await userEvent.tab()
  const picture = await page.elementLocator(frame).screenshot({ save: false })
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
  canvas?.drawImage(image, 0, 0)
  /** Whether the ring's color is in a part of the screenshot, which may be smaller than the page. */
  function hasRing(x: number, y: number, width: number, height: number): boolean {
    const { data = [] } = canvas?.getImageData(x, y, width, height) ?? {}
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.slice(at * 4, at * 4 + 3)])
    return pixels.some(([red = 0, green = 0, blue = 0]) => red < 100 && green < 150 && blue > 200)
  }
  const [edge, middle, right] = [image.width / 20, image.height / 3, image.width * (19 / 20)]

  expect(mounted.focused()).toBe('Pay now')
  expect(hasRing(0, middle, edge, 1)).toBe(true)
  expect(hasRing(right, middle, edge, 1)).toBe(true)
  expect(hasRing(image.width / 2, 0, 1, edge)).toBe(true)
})
