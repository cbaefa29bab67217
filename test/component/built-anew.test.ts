// Pages that build their element anew, again and again: htmx, Livewire and Turbo answer an event like that. What comes once
// a session comes once in the tab, and reads are made at the pace of a person.
import { afterEach, describe, expect, test } from 'vitest'
import type { Session } from '../../src/protocol/session.ts'
import { settle } from '../support/fake-clock.ts'
import { type FakePorts, fakeMemory, fakePorts, refusingMemory } from '../support/fake-ports.ts'
import { aFault, changedRead } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

interface Page {
  readonly ports: FakePorts
  /** The events that reached the page, by their names without the prefix. */
  readonly heard: string[]
  /** The element that is in the page now. */
  current: Mounted
}

/** A page that answers an event by an element in place of the one that it has, at most fifty times. */
function pageThatAnswers(event: string, attributes = {}, ports = fakePorts()): Page {
  const heard: string[] = []
  const build = (): Mounted => {
    document.body.replaceChildren()
    return mount(attributes, { ports })
  }
  const page: Page = { ports, heard, current: build() }
  const listening = new AbortController()
  for (const name of ['created', 'authorized', 'complete', 'failed', 'expired', 'error'])
    document.addEventListener(
      `payment-${name}`,
      () => {
        heard.push(name)
        if (name !== event || heard.length > 50) return
        page.current = build()
      },
      { signal: listening.signal },
    )
  stops.push(() => listening.abort())
  return page
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** The endpoint answers every read, for some seconds. */
async function answering({ ports: { merchant, clock } }: Page, session: Partial<Session>): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    for (const read of merchant.read.waiting) await read.answer(changedRead(session))
    await clock.advance(100)
  }
}

describe('a page that builds its element anew', () => {
  test.each([
    ['complete', { status: 'COMPLETED' }],
    ['failed', { status: 'FAILED' }],
    ['expired', { status: 'EXPIRED' }],
    ['authorized', { status: 'AUTHORIZED' }],
  ])('when a payment is %s gets the event once, and reads `state` afterwards', async (event, session) => {
    const page = pageThatAnswers(event)
    await page.current.startPaying()
    await answering(page, session)

    expect(page.heard).toEqual(['created', event])
    if (event === 'complete' || event === 'authorized') expect(page.current.element.state.phase).toBe(event)
  })

  test('when a session is unknown gets the error once, and reads it in `state` afterwards', async () => {
    const page = pageThatAnswers('error', { session: 'cs_1' })
    for (let turn = 0; turn < 20; turn++) {
      for (const read of page.ports.merchant.read.waiting) await read.fail(aFault('not_found'))
      await page.ports.clock.advance(500)
    }

    expect(page.heard).toEqual(['error'])
    expect(page.current.element.state.error?.kind).toBe('not_found')
  })

  test('when its order was paid by another session gets that error once', async () => {
    const page = pageThatAnswers('error', { session: 'cs_1' })
    await answering(page, { order_outcome: 'complete' })

    expect(page.heard).toEqual(['error'])
  })

  test('when the endpoint refuses the reads gets that error once', async () => {
    const page = pageThatAnswers('error', { session: 'cs_1' })
    for (let turn = 0; turn < 60; turn++) {
      for (const read of page.ports.merchant.read.waiting) await read.fail(aFault('forbidden'))
      await page.ports.clock.advance(500)
    }

    expect(page.heard).toEqual(['error'])
  })

  test('gets the event once where the browser refuses storage, too', async () => {
    const page = pageThatAnswers('complete', { session: 'cs_1' }, fakePorts({ memory: refusingMemory() }))
    await answering(page, { status: 'COMPLETED' })

    expect(page.heard).toEqual(['complete'])
  })

  test('and names the session in place of the order gets the event once', async () => {
    const ports = fakePorts()
    const byOrder = pageThatAnswers('', {}, ports)
    await byOrder.current.startPaying()
    await answering(byOrder, { status: 'COMPLETED' })
    const bySession = pageThatAnswers('', { session: 'cs_1', order: '' }, ports)
    await answering(bySession, { status: 'COMPLETED' })

    expect(bySession.current.element.state.phase).toBe('complete')
    expect(bySession.heard).toEqual([])
  })
})

describe('a page that is loaded again', () => {
  /** A page whose element shows the payment of a session that another page of the tab has opened. */
  async function loaded(memory = fakeMemory()): Promise<Page> {
    const page = pageThatAnswers('', { session: 'cs_1' }, fakePorts({ memory }))
    await answering(page, { status: 'COMPLETED' })
    return page
  }

  test('gets no event that the tab has had', async () => {
    const memory = fakeMemory()
    expect((await loaded(memory)).heard).toEqual(['complete'])
    // Another page has other objects, and the same entries of the tab's storage.
    const again = fakeMemory()
    for (const [key, value] of memory.entries) again.entries.set(key, value)

    expect((await loaded(again)).heard).toEqual([])
  })

  test('gets the event that the page before the redirect has not had', async () => {
    const memory = fakeMemory()
    const shop = pageThatAnswers('', { mode: 'redirect' }, fakePorts({ memory }))
    await shop.current.startPaying()
    document.body.replaceChildren()
    await settle()

    expect((await loaded(memory)).heard).toEqual(['complete'])
  })
})

describe('two elements', () => {
  test('that are in the page when a payment is complete both emit it; a third one that comes later does not', async () => {
    const ports = fakePorts()
    const [bar, column] = [mount({}, { ports }), mount({}, { ports })]
    await bar.startPaying()
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
    const late = mount({}, { ports })
    await settle()
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
    await settle()

    const complete = ({ emitted }: Mounted) => emitted.filter(({ name }) => name === 'complete').length
    expect([bar, column, late].map(complete)).toEqual([1, 1, 0])
    expect(late.element.state.phase).toBe('complete')
  })

  test('of which one was out of the page meanwhile: that one reads `state`', async () => {
    const ports = fakePorts()
    const [bar, kept] = [mount({}, { ports }), mount({}, { ports })]
    kept.element.remove()
    await settle()
    await bar.startPaying()
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
    document.body.append(kept.element)
    await settle()
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

    expect(kept.element.state.phase).toBe('complete')
    expect(kept.emitted.map(({ name }) => name)).toEqual([])
  })
})

test('an error that comes again after a press is emitted again, because it answers the press', async () => {
  const page = pageThatAnswers('', { session: 'cs_1' })
  const refuse = async () => {
    for (let turn = 0; turn < 30; turn++) {
      for (const read of page.ports.merchant.read.waiting) await read.fail(aFault('forbidden'))
      await page.ports.clock.advance(500)
    }
  }
  await refuse()
  page.current.element.open()
  await refuse()

  expect(page.heard).toEqual(['error', 'error'])
})

describe('reads of one session', () => {
  /** At most so many in some seconds: a burst of ten, then one a second. */
  const atMost = (seconds: number) => 10 + seconds

  test('are made at the pace of a person, if a page builds its element anew without end', async () => {
    const ports = fakePorts()
    for (let turn = 0; turn < 60; turn++) {
      document.body.replaceChildren()
      mount({ session: 'cs_1' }, { ports })
      await settle()
      for (const read of ports.merchant.read.waiting) await read.answer(changedRead({}))
      await ports.clock.advance(100)
    }

    expect(ports.merchant.read.calls.length).toBeGreaterThan(10)
    expect(ports.merchant.read.calls.length).toBeLessThanOrEqual(atMost(6))
  })

  test('are made at that pace, if a page asks without end', async () => {
    const page = mount({})
    await page.startPaying()
    const { merchant, clock } = page.ports
    for (let turn = 0; turn < 60; turn++) {
      page.element.check()
      for (const read of merchant.read.waiting) await read.answer(changedRead({}))
      await clock.advance(100)
    }

    expect(merchant.read.calls.length).toBeLessThanOrEqual(atMost(6))
  })

  test('go on after such a page has stopped', async () => {
    const page = mount({})
    await page.startPaying()
    const { merchant, clock } = page.ports
    for (let turn = 0; turn < 40; turn++) {
      page.element.check()
      for (const read of merchant.read.waiting) await read.answer(changedRead({}))
    }
    await clock.advance(2_000)
    await merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

    expect(page.element.state.phase).toBe('complete')
  })

  test('do not wait for those of another session', async () => {
    const ports = fakePorts()
    for (let turn = 0; turn < 40; turn++) {
      document.body.replaceChildren()
      mount({ session: 'cs_1' }, { ports })
      await settle()
    }
    const other = mount({ session: 'cs_2' }, { ports })
    await settle()
    await ports.merchant.read.last.answer(changedRead({ id: 'cs_2' }))

    expect(other.element.state.session?.id).toBe('cs_2')
  })
})
