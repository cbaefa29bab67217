import { describe, expect, test } from 'vitest'
import { fakePorts } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'
import { paidAt, stories } from './stories.ts'

const eventOf = ({ emitted }: Mounted, name: string) => {
  const found = emitted.find((entry) => entry.name === name)
  if (!found) throw new Error(`payment-${name} was not dispatched.`)
  return found.event
}

describe('the events of a payment', () => {
  test('reach a listener on the document from any shadow tree', async () => {
    const host = document.body.appendChild(document.createElement('div'))
    const inner = host.attachShadow({ mode: 'open' })
    const names: string[] = []
    document.addEventListener('payment-start', ({ type }) => names.push(type), { once: true })
    const ports = fakePorts()
    const { element } = mount({}, { ports, into: inner as unknown as Element })
    element.open()

    expect(names).toEqual(['payment-start'])
  })

  test('carry the public session as detail', async () => {
    const mounted = await stories.complete()
    const { detail, bubbles, composed } = eventOf(mounted, 'complete')

    expect(detail).toEqual(aSession({ status: 'COMPLETED', paid_at: paidAt }))
    expect([bubbles, composed]).toEqual([true, true])
  })

  test('carry no session while there is none', async () => {
    const mounted = await stories.creating()
    const detail: Record<string, unknown> = { ...eventOf(mounted, 'start').detail }

    expect(Object.values(detail).filter((value) => value !== null)).toEqual([])
  })

  test('carry the previous status, the mode and the error', async () => {
    const paid = await stories.complete()
    expect(eventOf(paid, 'open').detail).toMatchObject({ mode: 'popup', id: 'cs_1' })
    expect(eventOf(paid, 'status').detail).toMatchObject({ previous: 'CREATED', status: 'COMPLETED' })

    const failed = await stories.error()
    const { kind, message, retryable } = aFault('invalid')
    // Beside `error` as well, for pages that read it there.
    expect(eventOf(failed, 'error').detail).toEqual({
      error: { kind, message, retryable },
      kind,
      message,
      retryable,
    })
  })

  test('name the request that the endpoint refused', async () => {
    const mounted = mount()
    const error = { ...aFault('invalid'), requestId: '9f1c2b1e' }
    mounted.element.open()
    await mounted.ports.merchant.create.last.fail(error)

    expect(eventOf(mounted, 'error').detail).toMatchObject({ error, requestId: '9f1c2b1e' })
    expect(mounted.element.state.error).toEqual(error)
  })

  test('name the reason of a failure', async () => {
    const mounted = await stories['waiting popup']()
    await mounted.read({ status: 'FAILED', status_details: 'INSUFFICIENT_FUNDS' })

    expect(eventOf(mounted, 'failed').detail).toMatchObject({ status_details: 'INSUFFICIENT_FUNDS' })
    await expect
      .element(
        mounted.screen.getByText('There is not enough money or credit in the account.', { exact: true }),
      )
      .toBeVisible()
  })

  test('are cancelable only if they have a default action', async () => {
    const ports = fakePorts()
    ports.windows.refuses = true
    const mounted = mount({}, { ports })
    await mounted.startPaying()
    await mounted.read({ status: 'COMPLETED' })

    const cancelable = mounted.emitted.filter(({ event }) => event.cancelable).map(({ name }) => name)
    expect(cancelable).toEqual(['start', 'blocked', 'open'])
  })

  test('give the address to a page that opens it by itself', async () => {
    const mounted = mount({ mode: 'redirect' })
    const taken: (string | undefined)[] = []
    mounted.element.addEventListener('payment-open', (event) => {
      event.preventDefault()
      taken.push(event.detail.url)
    })
    await mounted.startPaying()

    expect([taken, mounted.ports.windows.redirects]).toEqual([['https://pay.example/p/1'], []])
    await expect.element(mounted.screen.getByText('Payment not finished yet', { exact: true })).toBeVisible()
  })

  test('reach all listeners even if one throws, and the payment continues', async () => {
    const mounted = mount()
    mounted.element.addEventListener('payment-created', () => {
      throw new Error('a bug in the page')
    })
    const stopCatching = catchErrors()
    await mounted.startPaying()
    const caught = stopCatching()

    expect(caught).toEqual(['a bug in the page'])
    expect(mounted.ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
  })
})

describe('the state', () => {
  test('is readable for a listener that was added late', async () => {
    const { element } = await stories.complete()

    expect(element.state).toEqual({
      phase: 'complete',
      session: aSession({ status: 'COMPLETED', paid_at: paidAt }),
      error: null,
    })
  })

  test('names the fault', async () => {
    const { element } = await stories.error()
    expect(element.state).toEqual({ phase: 'error', session: null, error: aFault('invalid') })
  })

  test('contains no idempotency key, which is internal', async () => {
    const { element } = await stories.creating()
    expect(JSON.stringify(element.state)).not.toContain('00000000-0000')
  })

  test('cannot be set by the page', async () => {
    const { element } = await stories.idle()

    expect(() => Object.assign(element, { state: { phase: 'complete' } })).toThrow(TypeError)
    expect(element.state.phase).toBe('idle')
  })

  test('is idle before the element is in the page', () => {
    const element = document.createElement('test-checkout') as Mounted['element']
    element.open()

    expect(element.state).toEqual({ phase: 'idle', session: null, error: null })
  })
})

/** Collects what a listener throws, which the browser reports on the window. */
function catchErrors(): () => string[] {
  const messages: string[] = []
  const listen = (event: ErrorEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    messages.push(String(event.error?.message))
  }
  window.addEventListener('error', listen, { capture: true })
  return () => {
    window.removeEventListener('error', listen, { capture: true })
    return messages
  }
}
