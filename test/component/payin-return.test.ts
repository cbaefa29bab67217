// The merchant's return page: in a popup, in a redirected tab, or in another browser.
import axe from 'axe-core'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rememberWayBack } from '../../src/checkout/resume.ts'
import { PayinReturnElement } from '../../src/elements/payin-return.tsx'
import { createBrowserMemory } from '../../src/platform/browser-memory.ts'
import { createReturnChannel } from '../../src/platform/return-channel.ts'
import { settle } from '../support/fake-clock.ts'
import { type FakePorts, fakePorts } from '../support/fake-ports.ts'
import { aFault, changedRead } from '../support/sessions.ts'
import { openPageAt } from './inner-page.ts'

let ports: FakePorts
class TestReturn extends PayinReturnElement {
  protected override get ports() {
    return ports
  }
}
customElements.define('test-return', TestReturn)
beforeEach(() => {
  ports = fakePorts()
  sessionStorage.clear()
})

async function mountReturn(attributes: Record<string, string> = {}) {
  const element = new TestReturn()
  for (const [name, value] of Object.entries({ endpoint: '/checkout', session: 'cs_1', ...attributes })) {
    element.setAttribute(name, value)
  }
  document.body.append(element)
  onTestFinished(() => element.remove())
  await settle()
  return { element, screen: page.elementLocator(element) }
}

describe('in another browser', () => {
  test('it shows that it is checking, and then the outcome', async () => {
    const { screen } = await mountReturn()
    await expect.element(screen.getByText('Checking your payment…')).toBeVisible()
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

    await expect
      .element(screen.getByText('Thank you. Your payment has arrived.', { exact: true }))
      .toBeVisible()
    await expect.element(screen.getByText('€49.90')).toBeVisible()
  })

  test.each(['COMPLETED', 'FAILED', 'EXPIRED'])('it stops reading once the payment is %s', async (status) => {
    await mountReturn()
    await ports.merchant.read.last.answer(changedRead({ status }))
    await ports.clock.advance(60_000)

    expect([ports.merchant.read.calls.length, ports.clock.pending]).toEqual([1, 0])
  })

  test.each(['CREATED', 'FAILED'])(
    'it shows an order that another session paid as paid, not as %s',
    async (status) => {
      const { screen } = await mountReturn()
      await ports.merchant.read.last.answer(changedRead({ status, order_outcome: 'complete' }))

      await expect
        .element(screen.getByText('This order has already been paid', { exact: true }))
        .toBeVisible()
      await ports.clock.advance(60_000)
      expect([ports.merchant.read.calls.length, ports.clock.pending]).toEqual([1, 0])
    },
  )

  test('it keeps reading while another session of the order is authorized', async () => {
    const { screen } = await mountReturn()
    await ports.merchant.read.last.answer(changedRead({ status: 'FAILED', order_outcome: 'authorized' }))

    await expect.element(screen.getByText('Payment received', { exact: true })).toBeVisible()
    expect(ports.merchant.read.waiting).toHaveLength(1)
  })

  test('it keeps reading while the payment is only authorized', async () => {
    await mountReturn()
    await ports.merchant.read.last.answer(changedRead({ status: 'AUTHORIZED' }))

    expect(ports.merchant.read.waiting).toHaveLength(1)
  })

  test('it shows a link back if the server does not know the session', async () => {
    const { screen } = await mountReturn()
    await ports.merchant.read.last.fail(aFault('not_found'))

    await expect
      .element(screen.getByText('The shop shows whether your payment has arrived.').first())
      .toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to the shop' })).toBeVisible()
  })

  test('it leaves no timer, channel or request behind when it is removed', async () => {
    const { element } = await mountReturn()
    element.remove()
    await settle()

    expect([ports.clock.pending, ports.merchant.read.waiting.length]).toEqual([0, 0])
  })

  test.each([
    ['/cart', new URL('/cart', location.href).href],
    ['https://shop.example/cart', 'https://shop.example/cart'],
    ['', new URL('/', location.href).href],
    ['javascript:alert(1)', '/'],
    ['java\nscript:alert(1)', '/'],
    ['data:text/html,x', '/'],
    ['http://%', '/'],
  ])('its link for href %j leads to %s', async (href, expected) => {
    const { element } = await mountReturn({ href })
    expect(element.shadowRoot?.querySelector('a')?.getAttribute('href')).toBe(expected)
  })
})

describe('for every shopper', () => {
  test.each(['looking', 'COMPLETED', 'FAILED', 'EXPIRED', 'AUTHORIZED', 'lost'])(
    'the screen “%s” has no axe violation',
    async (story) => {
      const { element } = await mountReturn()
      if (story === 'lost') await ports.merchant.read.last.fail(aFault('not_found'))
      else if (story !== 'looking') await ports.merchant.read.last.answer(changedRead({ status: story }))

      const { violations } = await axe.run(element, { rules: { region: { enabled: false } } })

      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    },
  )

  test('the outcome is announced, and the checking is not', async () => {
    const { element } = await mountReturn()
    const region = element.shadowRoot?.querySelector('[aria-live]')
    expect(region?.textContent).toBe('')
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

    expect(region?.textContent).toBe('Paid Thank you. Your payment has arrived.')
  })
})

describe('in our popup', () => {
  test('it closes when the shop page claims the window', async () => {
    const closed = vi.spyOn(window, 'close').mockImplementation(() => {})
    const stop = createReturnChannel().watch((id) => id === 'cs_1')
    await mountReturn()

    await expect.poll(() => closed.mock.calls.length).toBe(1)
    stop()
    closed.mockRestore()
  })

  test('it stays open if no page claims it, because it may be the shopper’s only window', async () => {
    const closed = vi.spyOn(window, 'close').mockImplementation(() => {})
    const emitted: string[] = []
    onTestFinished(createReturnChannel().watch((id) => emitted.push(id) > 99))
    await mountReturn()
    await expect.poll(() => emitted).toEqual(['cs_1'])
    // The message is repeated. An answer to the first one would have come before.
    await ports.clock.advance(500)
    await expect.poll(() => emitted).toEqual(['cs_1', 'cs_1'])

    expect(closed).not.toHaveBeenCalled()
    closed.mockRestore()
  })
})

describe('the address of the return page', () => {
  const open = async (address: string) => {
    const inner = await openPageAt(address)
    const asked: string[] = []
    inner.window.fetch = (url) => {
      asked.push(String(url))
      return new Promise<Response>(() => {})
    }
    await inner.load('/src/define.ts')
    inner.document.body.replaceChildren(inner.document.createElement('payin-return'))
    return { ...inner, asked }
  }

  test('loses the session’s id once it was read, and keeps the merchant’s parameters', async () => {
    const { window, asked } = await open('/package.json?cart=7&session=cs_1#top')

    expect(window.location.href).toMatch(/\/package\.json\?cart=7#top$/)
    expect(asked).toEqual(['/sessions/cs_1'])
  })

  test('needs no id after a reload, because history.state keeps it', async () => {
    const { window, document, asked } = await open('/package.json?session=cs_1')
    document.querySelector('payin-return')?.remove()
    await settle()
    document.body.append(document.createElement('payin-return'))
    await settle()

    expect(window.location.search).toBe('')
    expect(asked).toEqual(['/sessions/cs_1', '/sessions/cs_1'])
  })
})

test('its link stays in this tab on a page that opens links in new ones', async () => {
  const base = document.head.appendChild(Object.assign(document.createElement('base'), { target: '_blank' }))
  onTestFinished(() => base.remove())
  const { element } = await mountReturn()

  expect(element.shadowRoot?.querySelector('a')?.target).toBe('_self')
})

describe('in a redirected tab', () => {
  const returnPage = '/package.json?session=cs_1'
  const shopPage = () => new URL('/package.json?cart=1#pay', location.href).href

  async function arriveAt(address: string) {
    const inner = await openPageAt(address)
    inner.window.fetch = () => new Promise<Response>(() => {})
    await inner.load('/src/define.ts')
    inner.document.body.replaceChildren(inner.document.createElement('payin-return'))
    return inner
  }

  test('it returns to the page that the shopper left', async () => {
    rememberWayBack(createBrowserMemory(), 'cs_1', shopPage())
    const { frame } = await arriveAt(returnPage)

    await expect.poll(() => frame.contentWindow?.location.href).toBe(shopPage())
  })

  test('it shows the outcome if the page that the shopper left is this one', async () => {
    rememberWayBack(createBrowserMemory(), 'cs_1', `${location.href.split('#')[0]}#pay`)
    onTestFinished(() => history.replaceState(null, '', '#'))
    const { screen } = await mountReturn()
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

    await expect
      .element(screen.getByText('Thank you. Your payment has arrived.', { exact: true }))
      .toBeVisible()
  })

  test('it returns once, so that the back button does not trap the shopper', async () => {
    rememberWayBack(createBrowserMemory(), 'cs_1', shopPage())
    const first = await arriveAt(returnPage)
    await expect.poll(() => first.frame.contentWindow?.location.href).toBe(shopPage())

    const second = await arriveAt(returnPage)
    expect(second.document.querySelector('payin-return')?.shadowRoot?.textContent).toContain(
      'Checking your payment…',
    )
    expect(second.window.location.pathname).toBe('/package.json')
  })

  test.each(['https://evil.example/', 'javascript:alert(1)'])('it never leads to %s', async (href) => {
    rememberWayBack(createBrowserMemory(), 'cs_1', href)
    const inner = await arriveAt(returnPage)

    expect(inner.document.querySelector('payin-return')?.shadowRoot?.textContent).toContain('Checking')
    expect(inner.window.location.pathname).toBe('/package.json')
  })

  test('it shows a message if its address contains no session', async () => {
    const inner = await arriveAt('/package.json')
    const element = inner.document.querySelector('payin-return')

    expect(element?.shadowRoot?.textContent).toContain('The shop shows whether your payment has arrived.')
  })
})

test('an endpoint and a session that are set later replace the earlier ones', async () => {
  const { element, screen } = await mountReturn({ endpoint: '', session: '' })
  element.session = 'cs_2'
  element.endpoint = '/pay'
  await settle()

  expect(ports.merchant.read.waiting.map(({ request }) => request.id)).toEqual(['cs_2'])
  expect(ports.merchant.endpoints.at(-1)).toBe('/pay')
  await ports.merchant.read.last.answer(changedRead({ id: 'cs_2', status: 'COMPLETED' }))
  await expect
    .element(screen.getByText('Thank you. Your payment has arrived.', { exact: true }))
    .toBeVisible()
})
