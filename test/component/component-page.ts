// A page around a framework's component, and its shopper.
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import type { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { aSession, changedRead } from '../support/sessions.ts'
import { portsOf } from './registered.ts'

/** An empty element of the page. */
export function aPlace(html?: string): HTMLElement {
  const place = document.createElement('main')
  // The browser parses the server's page before any script runs.
  if (html) place.append(...new DOMParser().parseFromString(`<body>${html}`, 'text/html').body.childNodes)
  document.body.append(place)
  return place
}

/** The first checkout in the page, and its ports. */
export function theCheckout() {
  const element = document.querySelector<PayinCheckoutElement>('payin-checkout')
  if (!element) throw new Error('There is no checkout in the page.')
  return { element, ports: portsOf(element) }
}

/** A press, an open session, and its completion. */
export async function pay(element = theCheckout().element): Promise<void> {
  const { merchant } = portsOf(element)
  element.open()
  await merchant.create.last.answer(aSession())
  await merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
}

/** Fails a test that logs to the console. */
export function keepConsoleSilent(): void {
  let spies: MockInstance[] = []
  beforeEach(() => {
    spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  })
  afterEach(() => {
    const logged = spies.flatMap(({ mock }) => mock.calls.map((call) => call.join(' ')))
    vi.restoreAllMocks()
    document.body.replaceChildren()
    expect(logged).toEqual([])
  })
}
