// What a page does inside a listener: it sets another order or session, or removes the element. A running payment
// must never affect the next one.
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mount, TestCheckout } from './mounted.ts'

const moments = ['start', 'created', 'open', 'status', 'authorized', 'complete'] as const
type Moment = (typeof moments)[number]
const whole = ['start', 'created', 'open', 'status', 'status', 'authorized', 'status', 'complete']

/** Runs something inside the first listener of this event. */
function at(moment: Moment, { element }: Mounted, run: () => void): void {
  element.addEventListener(`payment-${moment}`, run, { once: true })
}

/** A shopper who pays, as far as the element still sends requests. */
async function pay({ element, ports, read }: Mounted): Promise<void> {
  element.open()
  if (ports.merchant.create.waiting.length > 0) await ports.merchant.create.last.answer(aSession())
  for (const status of ['INITIATED', 'AUTHORIZED', 'COMPLETED'])
    if (element.isConnected && element.state.session) await read({ status })
}

const names = ({ emitted }: Mounted) => emitted.map(({ name }) => name)
const upTo = (moment: Moment) => whole.slice(0, whole.indexOf(moment) + 1)

describe.each(moments)('a listener of payment-%s', (moment) => {
  test('that sets another order ends the old payment, and shows the other one', async () => {
    const mounted = mount({ amount: '49.90', currency: 'EUR' })
    const { element, ports, button } = mounted
    at(moment, mounted, () => {
      element.order = 'B-2'
    })
    await pay(mounted)

    expect(element.state).toEqual({ phase: 'idle', session: null, error: null })
    expect(button('Pay €49.90').query()).not.toBeNull()
    expect([ports.windows.blank, ports.merchant.create.waiting, ports.merchant.read.waiting]).toEqual([
      [],
      [],
      [],
    ])
    expect(names(mounted)).toEqual(upTo(moment))
  })

  test('that sets another session reads only that one', async () => {
    const mounted = mount()
    const { element, ports } = mounted
    at(moment, mounted, () => {
      element.session = 'cs_2'
    })
    element.open()
    if (ports.merchant.create.waiting.length > 0) await ports.merchant.create.last.answer(aSession())
    for (const status of ['INITIATED', 'AUTHORIZED', 'COMPLETED'])
      if (element.session !== 'cs_2') await mounted.read({ status })
    await settle()

    expect(ports.merchant.read.waiting.map(({ request }) => request.id)).toEqual(['cs_2'])
    expect([ports.windows.blank, ports.merchant.create.waiting]).toEqual([[], []])
    expect(names(mounted)).toEqual(upTo(moment))
  })

  test('that removes the element leaves nothing running', async () => {
    const mounted = mount()
    const { element, ports } = mounted
    at(moment, mounted, () => element.remove())
    const paid = pay(mounted)
    if (moment === 'start') expect([ports.windows.opened, ports.merchant.create.calls]).toEqual([[], []])
    await paid

    expect([leaksOf(ports), ports.windows.blank]).toEqual([[], []])
    expect(names(mounted)).toEqual(upTo(moment))
  })

  test('that moves the element changes nothing', async () => {
    const mounted = mount()
    const box = document.body.appendChild(document.createElement('div'))
    at(moment, mounted, () => box.append(mounted.element))
    await pay(mounted)

    expect(names(mounted)).toEqual(whole)
    expect(mounted.ports.windows.opened).toHaveLength(1)
  })

  if (moment !== 'start')
    test('that copies the id from the event into the attribute changes nothing', async () => {
      const mounted = mount()
      const { element, ports } = mounted
      at(moment, mounted, () => {
        element.session = element.state.session?.id ?? ''
      })
      await pay(mounted)

      expect(names(mounted)).toEqual(whole)
      expect(ports.windows.opened.map(({ urls }) => urls.length)).toEqual([1])
      expect(element.state.phase).toBe('complete')
    })
})

test('a payment whose element was removed while it was created is found again', async () => {
  const mounted = mount()
  at('created', mounted, () => mounted.element.remove())
  await pay(mounted)
  document.body.append(mounted.element)
  await mounted.read({ status: 'COMPLETED' })

  expect([mounted.element.state.phase, names(mounted).at(-1)]).toEqual(['complete', 'complete'])
})

describe('the create request', () => {
  async function failed(mounted: Mounted) {
    mounted.element.open()
    await mounted.ports.merchant.create.last.fail({ ...aFault(), retryAfterMs: 200_000 })
    return mounted.ports.merchant.create.last.request
  }

  test('is the same, with the same key, when it is repeated', async () => {
    const mounted = mount({ token: 'one' })
    Object.assign(mounted.element, { context: { gift: true } })
    const first = await failed(mounted)
    // It only identifies the shopper.
    Object.assign(mounted.element, { context: { gift: true }, token: 'two' })
    mounted.element.open()

    const { key, body } = mounted.ports.merchant.create.last.request
    expect([key, body.token]).toEqual([first.key, 'two'])
  })

  test.each([
    ['another context', { context: { gift: false } }],
    ['no context', { context: undefined }],
    ['another kind', { kind: 'bank_transfer' }],
    ['another language', { lang: 'de' }],
  ])('is another attempt with %s', async (_, change) => {
    const mounted = mount()
    Object.assign(mounted.element, { context: { gift: true } })
    const first = await failed(mounted)
    for (const [name, value] of Object.entries(change))
      if (name === 'context') mounted.element.context = value
      else mounted.element.setAttribute(name, String(value))
    mounted.element.open()

    expect(mounted.ports.merchant.create.last.request.key).not.toBe(first.key)
  })

  test('contains what a listener of the start event has set', async () => {
    const mounted = mount()
    at('start', mounted, () => {
      mounted.element.context = { from: 'listener' }
    })
    mounted.element.open()

    expect(mounted.ports.merchant.create.last.request.body.context).toEqual({ from: 'listener' })
  })
})

describe('a context that JSON cannot hold', () => {
  const bug = () => {
    throw new Error('a bug of the page')
  }
  /** The part that is named, and what makes it one that JSON cannot hold. */
  const broken: [path: string, breakIt: (context: Record<string, unknown>) => void][] = [
    ['context.total', (context) => Object.assign(context, { total: 1n })],
    ['context.lines.0.price', (context) => Object.assign(context, { lines: [{ price: 1n }] })],
    ['context.self.back', (context) => Object.assign(context, { self: { back: context } })],
    ['context.when', (context) => Object.assign(context, { when: { toJSON: bug } })],
    ['context.cart', (context) => Object.defineProperty(context, 'cart', { enumerable: true, get: bug })],
    ['context', (context) => Object.assign(context, { toJSON: bug })],
  ]

  test.each(broken)('is refused at once, and %s is named', (path, breakIt) => {
    const { element } = mount()
    const context = {}
    breakIt(context)

    expect(() => {
      element.context = context
    }).toThrow(`\`${path}\``)
    expect(element.context).toBeUndefined()
  })

  test('may contain the same object twice', () => {
    const { element } = mount()
    const thing = { id: 1 }
    element.context = { first: thing, second: thing }
    expect(element.context).toEqual({ first: thing, second: thing })
  })

  test.each(broken)(
    'since the page changed it is a fault of the page at the press: %s is named',
    async (path, breakIt) => {
      const mounted = mount()
      const context = { gift: true }
      mounted.element.context = context
      breakIt(context)
      mounted.element.open()
      const { error } = mounted.element.state

      expect(error).toMatchObject({ kind: 'misconfigured', retryable: false })
      expect(error?.message).toContain(`\`${path}\``)
      expect(mounted.ports.reported.join()).toContain(`\`${path}\``)
      expect(names(mounted)).toEqual(['start', 'error'])
      expect(mounted.ports.windows.opened).toEqual([])
      expect(mounted.ports.merchant.create.calls).toEqual([])
    },
  )

  test('since a listener of the start event changed it is a fault at once, without a blank window', () => {
    const mounted = mount()
    const context: Record<string, unknown> = { gift: true }
    mounted.element.context = context
    at('start', mounted, () => {
      context.total = 1n
    })
    mounted.element.open()

    expect([names(mounted), mounted.ports.windows.opened.length]).toEqual([['start', 'error'], 0])
  })

  test('can be corrected, and the next press pays', async () => {
    const mounted = mount()
    const context: Record<string, unknown> = { total: 49 }
    mounted.element.context = context
    context.total = 49n
    mounted.element.open()
    context.total = 49
    await mounted.startPaying()

    expect(mounted.ports.merchant.create.last.request.body.context).toEqual({ total: 49 })
    expect(mounted.element.state.phase).toBe('waiting')
  })

  test('does not keep a known session from being paid, which sends none', async () => {
    const mounted = mount({ session: 'cs_1' })
    const context: Record<string, unknown> = {}
    mounted.element.context = context
    await settle()
    await mounted.read({})
    context.total = 1n
    mounted.element.open()

    expect(mounted.ports.merchant.link.calls).toHaveLength(1)
  })

  test('leaves the element standing if it was set before the script arrived', () => {
    const element = new TestCheckout()
    const value = { total: 1n }
    Object.defineProperty(element, 'context', { value, configurable: true, enumerable: true, writable: true })
    Object.assign(element, { order: 'A-1001' })
    document.body.append(element)

    expect(element.shadowRoot?.querySelector('button')?.textContent).toContain('Pay')
  })
})

test('a context that the page changes later is sent as it was at the press, with each repetition', async () => {
  const mounted = mount()
  const context = { gift: true }
  mounted.element.context = context
  mounted.element.open()
  context.gift = false
  await mounted.ports.merchant.create.last.fail(aFault())
  await mounted.ports.clock.advance(2_000)

  const [first, second] = mounted.ports.merchant.create.calls.map(({ request }) => request)
  expect(second).toEqual(first)
  expect(second?.body.context).toEqual({ gift: true })
})

test('a context that was changed after a failure is another attempt', async () => {
  const mounted = mount()
  const context = { gift: true }
  mounted.element.context = context
  mounted.element.open()
  await mounted.ports.merchant.create.last.fail({ ...aFault(), retryAfterMs: 200_000 })
  const { key } = mounted.ports.merchant.create.last.request
  context.gift = false
  mounted.element.open()

  expect(mounted.ports.merchant.create.last.request.key).not.toBe(key)
})

describe('sentences of the page', () => {
  const bug = () => {
    throw new Error('a bug of the page')
  }

  test('with a getter that throws are refused at once, and the part is named', () => {
    const { element } = mount()

    expect(() => {
      element.sentences = Object.defineProperty({}, 'payPlain', { enumerable: true, get: bug })
    }).toThrow('`sentences.payPlain`')
    expect(element.sentences).toBeUndefined()
  })

  test('that break later do not stop the payment', async () => {
    const mounted = mount()
    const sentences = { payPlain: 'Give' }
    mounted.element.sentences = sentences
    Object.defineProperty(sentences, 'payPlain', { get: bug })
    await mounted.startPaying()
    await mounted.read({ status: 'COMPLETED' })

    expect(mounted.text()).toContain('Paid')
  })
})
