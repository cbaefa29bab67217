// On a server there is no DOM: the page contains the tag, its attributes and the fallback.
import { createElement as preactElement } from 'preact'
import preactToString from 'preact-render-to-string'
import { createElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import * as preact from '../../../src/preact/index.ts'
import * as react from '../../../src/react/index.ts'

const onComplete = vi.fn()
const given = {
  endpoint: '/checkout',
  order: 'A-1001',
  methods: ['card', 'bank_account'],
  disabled: true,
  className: 'wide',
  context: { gift: true },
  sentences: { payPlain: 'Donate' },
  onPaymentComplete: onComplete,
} as const
const fallback = { slot: 'fallback', href: '/pay?a="b"' }
const sent =
  '<payin-checkout endpoint="/checkout" order="A-1001" methods="card bank_account" disabled="" class="wide">' +
  '<a slot="fallback" href="/pay?a=&quot;b&quot;">Pay by bank</a></payin-checkout>'

const frameworks = {
  React: (props: object) =>
    renderToString(
      createElement(react.PayinCheckout, { ...given, ...props }, createElement('a', fallback, 'Pay by bank')),
    ),
  Preact: (props: object) =>
    preactToString(
      preactElement(
        preact.PayinCheckout,
        { ...given, ...props },
        preactElement('a', fallback, 'Pay by bank'),
      ),
    ).replace(' disabled ', ' disabled="" '),
}

describe.each(Object.entries(frameworks))('%s on a server', (_name, toHtml) => {
  test('sends the tag with all its attributes and its fallback, without a warning', () => {
    const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const html = toHtml({})

    expect(html).toBe(sent)
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  test.each([false, undefined])('sends no `disabled` for %s, or the button would be disabled', (disabled) => {
    expect(toHtml({ disabled })).not.toContain('disabled')
  })

  test('escapes untrusted text', () => {
    expect(toHtml({ order: '"><script>alert(1)</script>' })).not.toContain('<script>')
  })
})

test('React streams the same output', async () => {
  const page = createElement(react.PayinCheckout, given, createElement('a', fallback, 'Pay by bank'))
  const stream = await renderToReadableStream(page)

  expect(await new Response(stream).text()).toBe(sent)
})

test.each(['vue', 'svelte'])('the entry for %s can be imported without a DOM', async (name) => {
  expect(await import(`../../../src/${name}/index.ts`)).toHaveProperty('PayinCheckoutElement')
})
