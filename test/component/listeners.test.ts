// What a page does inside a listener: it sets another order or session, or removes the element. A running payment
// must never affect the next one.
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

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
  const cycle: Record<string, unknown> = {}
  cycle.self = { back: cycle }
  test.each([
    ['context.lines.0.price', { lines: [{ price: 1n }] }],
    ['context.self.back', cycle],
  ])('is refused at once, and %s is named', (path, context) => {
    const { element } = mount()
    expect(() => {
      element.context = context
    }).toThrow(path)
    expect(element.context).toBeUndefined()
  })

  test('may contain the same object twice', () => {
    const { element } = mount()
    const thing = { id: 1 }
    element.context = { first: thing, second: thing }
    expect(element.context).toEqual({ first: thing, second: thing })
  })
})

describe('a second click in the same place', () => {
  /** Clicks with a pointer that does not move. */
  const pressAt = (control: Element | null, clientX: number) =>
    control?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, composed: true, detail: 1, clientX, clientY: 40 }),
    )
  async function cancelled() {
    const mounted = mount()
    await mounted.button().click()
    pressAt(mounted.button('Cancel').query(), 100)
    expect(mounted.element.state.phase).toBe('cancelled')
    return mounted
  }

  test('does not press what replaced Cancel', async () => {
    const { element, button, ports } = await cancelled()
    pressAt(button(/Pay/).query(), 105)
    expect(element.state.phase).toBe('cancelled')

    await ports.clock.advance(500)
    pressAt(button(/Pay/).query(), 105)
    expect(element.state.phase).toBe('creating')
  })

  test('elsewhere presses what is there', async () => {
    const { element, button } = await cancelled()
    pressAt(button(/Pay/).query(), 300)
    expect(element.state.phase).toBe('creating')
  })

  test('is no double click where something else was pressed in between', async () => {
    const { element, button } = await cancelled()
    // The label of a way to pay, which is no button.
    pressAt(element.shadowRoot?.querySelector('*') ?? null, 300)
    pressAt(button(/Pay/).query(), 105)
    expect(element.state.phase).toBe('creating')
  })

  test('does not apply to a keyboard', async () => {
    const { element, button } = await cancelled()
    button(/Pay/)
      .query()
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    expect(element.state.phase).toBe('creating')
  })
})

test('a currency in lower case is the same currency', async () => {
  const mounted = mount({ amount: '49.90', currency: 'eur' })
  await mounted.startPaying()

  expect(mounted.ports.reported).toEqual([])
})

test('an element that is not in the page sends no request', async () => {
  const mounted = mount()
  await mounted.startPaying()
  mounted.element.remove()
  await mounted.ports.clock.advance(1_000)
  const asked = mounted.ports.merchant.read.calls.length
  mounted.element.check()

  expect([mounted.ports.merchant.read.calls.length, leaksOf(mounted.ports)]).toEqual([asked, []])
})
