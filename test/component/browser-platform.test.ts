// The browser's implementations of the ports, as far as they need a browser.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrowserMemory } from '../../src/platform/browser-memory.ts'
import { createBrowserPorts } from '../../src/platform/browser-ports.ts'
import { createBrowserWake } from '../../src/platform/browser-wake.ts'
import { hostOf } from '../../src/platform/browser-windows.ts'
import { createReturnAnnouncer, createReturnChannel } from '../../src/platform/return-channel.ts'
import { fakeClock } from '../support/fake-clock.ts'

const throwing = () => {
  throw new DOMException('refused', 'SecurityError')
}

describe('the memory of a tab', () => {
  beforeEach(() => sessionStorage.clear())

  test('survives in the tab’s storage', () => {
    createBrowserMemory().set('key', 'cs_1')
    expect(createBrowserMemory().get('key')).toBe('cs_1')
  })

  test('is kept in the page if the browser refuses storage', () => {
    const memory = createBrowserMemory(throwing)
    memory.set('key', 'cs_1')
    expect(memory.get('key')).toBe('cs_1')

    memory.remove('key')
    expect(memory.get('key')).toBeNull()
  })

  test('returns the newest value if storage is full, or an old session would be resumed', () => {
    const memory = createBrowserMemory()
    memory.set('key', 'cs_old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwing)
    memory.set('key', 'cs_new')
    full.mockRestore()

    expect(memory.get('key')).toBe('cs_new')
  })

  test('leaves no older value in storage that is full: it would come back after a reload, and takes room', () => {
    const memory = createBrowserMemory()
    memory.set('key', 'cs_old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwing)
    memory.set('key', 'cs_new')
    full.mockRestore()
    memory.set('other', 'cs_other')

    const afterReload = createBrowserMemory()
    expect([afterReload.get('key'), afterReload.get('other')]).toEqual([null, 'cs_other'])
  })

  test('removes an entry wherever it is stored', () => {
    const memory = createBrowserMemory()
    memory.set('key', 'cs_1')
    memory.remove('key')

    expect([memory.get('key'), sessionStorage.length]).toEqual([null, 0])
  })
})

describe('the address of an endpoint', () => {
  const { addressOf } = createBrowserPorts()
  const here = `${location.origin}/checkout`

  test('is the same for each spelling', () => {
    for (const written of [
      here,
      '/checkout',
      '/checkout/',
      '/checkout//',
      '/shop/../checkout',
      ' /checkout ',
    ])
      expect(addressOf(written), written).toBe(here)
  })

  test('is resolved by the page’s base URL', () => {
    const base = document.createElement('base')
    base.href = 'https://shop.example/app/'
    document.head.append(base)
    try {
      expect(addressOf('checkout')).toBe('https://shop.example/app/checkout')
    } finally {
      base.remove()
    }
  })

  test('stays unchanged if it is invalid', () => {
    expect(addressOf('https://')).toBe('https:')
    expect(addressOf('')).toBe('')
  })
})

describe('a function that waits for the next frame', () => {
  test('runs after that frame, and not before it is drawn', async () => {
    const order: string[] = []
    await new Promise<void>((resolve) => {
      createBrowserPorts().afterFrame(() => resolve(void order.push('after the frame')))
      requestAnimationFrame(() => order.push('before the frame is drawn'))
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => void order.push('the frame is drawn')
      requestAnimationFrame(() => port2.postMessage(null))
    })

    expect(order).toEqual(['before the frame is drawn', 'the frame is drawn', 'after the frame'])
  })
})

describe('waking', () => {
  const fire = {
    visible: () => document.dispatchEvent(new Event('visibilitychange')),
    focus: () => dispatchEvent(new Event('focus')),
    online: () => dispatchEvent(new Event('online')),
    restored: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  }

  test.each(Object.keys(fire) as (keyof typeof fire)[])('is noticed: %s', (reason) => {
    const emitted: string[] = []
    const stop = createBrowserWake().watch((why) => emitted.push(why))
    fire[reason]()
    stop()

    expect(emitted).toEqual([reason])
  })

  test.each([true, false])('tells whether the tab is hidden: %s', (isHidden) => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    expect(createBrowserWake().isHidden()).toBe(isHidden)
    hidden.mockRestore()
  })

  test('reports a frame always as in front, because the page around it may have the focus', () => {
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const emitted: boolean[] = []
    const stop = createBrowserWake().watchWindowFocus((isInFront) => emitted.push(isInFront))
    dispatchEvent(new FocusEvent('blur'))
    stop()
    dispatchEvent(new FocusEvent('blur'))
    hasFocus.mockRestore()

    expect(parent).not.toBe(window)
    expect(emitted).toEqual([true])
  })

  test('reports when another window comes to the front, and when its own is in front again', () => {
    const around = vi.spyOn(window, 'parent', 'get').mockReturnValue(window)
    const hasFocus = vi.spyOn(document, 'hasFocus')
    const emitted: boolean[] = []
    const stop = createBrowserWake().watchWindowFocus((isInFront) => emitted.push(isInFront))
    // The focus moves into a frame of the page, into another window, and back.
    for (const [type, has] of [
      ['blur', true],
      ['blur', false],
      ['focus', true],
    ] as const) {
      hasFocus.mockReturnValue(has)
      dispatchEvent(new FocusEvent(type))
    }
    stop()
    hasFocus.mockRestore()
    around.mockRestore()

    expect(emitted).toEqual([true, false, true])
  })

  test('is not confused with the first load of a page', () => {
    const emitted = vi.fn()
    const stop = createBrowserWake().watch(emitted)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    stop()

    expect(emitted).not.toHaveBeenCalled()
  })

  test('is shared: a hundred elements listen once, and the last one removes the listener', () => {
    const added = vi.spyOn(window, 'addEventListener')
    const wake = createBrowserWake()
    const emitted = vi.fn()
    const stops = Array.from({ length: 100 }, () => wake.watch(() => emitted()))
    expect(added.mock.calls.filter(([name]) => name === 'focus')).toHaveLength(1)

    for (const stop of stops) stop()
    fire.focus()
    expect(emitted).not.toHaveBeenCalled()
    added.mockRestore()
  })

  test('reaches the others when one stops during the call', () => {
    const wake = createBrowserWake()
    const emitted = vi.fn()
    const stopFirst = wake.watch(() => stopFirst())
    const stopSecond = wake.watch(emitted)
    fire.focus()
    stopSecond()

    expect(emitted).toHaveBeenCalledTimes(1)
  })
})

describe('the return channel', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })

  /** Resolves when the shop page gets a return message. */
  const heardBy = (channel: ReturnType<typeof createReturnChannel>, claims = false) =>
    new Promise<string>((resolve) => {
      stops.push(
        channel.watch((id) => {
          resolve(id)
          return claims
        }),
      )
    })

  test('carries the message of the return page to the shop page', async () => {
    const emitted = heardBy(createReturnChannel())
    stops.push(createReturnAnnouncer(fakeClock()).announce('cs_1', () => {}))

    expect(await emitted).toBe('cs_1')
  })

  test('carries the claim back, so that the window closes itself', async () => {
    void heardBy(createReturnChannel(), true)

    await new Promise<void>((resolve) => {
      stops.push(createReturnAnnouncer(fakeClock()).announce('cs_1', resolve))
    })
  })

  test('lets any one of several elements claim the window', async () => {
    const channel = createReturnChannel()
    void heardBy(channel, false)
    void heardBy(channel, true)
    void heardBy(channel, false)

    await new Promise<void>((resolve) => {
      stops.push(createReturnAnnouncer(fakeClock()).announce('cs_1', resolve))
    })
  })

  test('repeats the message for a shop page that was just waking up', async () => {
    const clock = fakeClock()
    stops.push(createReturnAnnouncer(clock).announce('cs_1', () => {}))
    const late = heardBy(createReturnChannel())
    await clock.advance(500)

    expect(await late).toBe('cs_1')
  })

  test('ignores other messages', async () => {
    const emitted: string[] = []
    const channel = createReturnChannel()
    stops.push(channel.watch((id) => emitted.push(id) > 99))
    const stranger = new BroadcastChannel('payin-checkout')
    for (const word of [null, 'returned', 7, { type: 'returned' }, 'close cs_1', ['returned cs_1', 'x']]) {
      stranger.postMessage(word)
    }
    const known = heardBy(channel)
    stranger.postMessage('returned cs_2')
    await known
    stranger.close()

    expect(emitted).toEqual(['cs_2'])
  })

  test('is closed while the page is in the back/forward cache, and open again after', async () => {
    const emitted: string[] = []
    const channel = createReturnChannel()
    stops.push(channel.watch((id) => emitted.push(id) > 99))
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    const other = heardBy(createReturnChannel())
    stops.push(createReturnAnnouncer(fakeClock()).announce('cs_1', () => {}))
    await other
    expect(emitted).toEqual([])

    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    const again = heardBy(channel)
    stops.push(createReturnAnnouncer(fakeClock()).announce('cs_2', () => {}))
    await again
    expect(emitted).toEqual(['cs_2'])
  })

  test('leaves no timer behind when the return page stops', () => {
    const clock = fakeClock()
    createReturnAnnouncer(clock).announce('cs_1', () => {})()

    expect(clock.pending).toBe(0)
  })
})

describe('the browser’s ports', () => {
  test('make a new UUID for each attempt, also outside of a secure context', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    const { newKey } = createBrowserPorts()
    const keys = [newKey(), newKey()]
    const { randomUUID } = crypto
    Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined })
    keys.push(newKey(), newKey())
    Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: randomUUID })

    for (const key of keys) expect(key).toMatch(uuid)
    expect(new Set(keys).size).toBe(4)
  })

  test('know the shop’s host in a frame without an address of its own', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.srcdoc = '<p>A page builder’s preview</p>'
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    const { location, document: inside } = frame.contentWindow as Window

    expect([location.hostname, hostOf(location, inside)]).toEqual(['', document.location.hostname])
    frame.remove()
  })

  test('log the same message once, however many elements report it', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { report } = createBrowserPorts()
    for (let times = 0; times < 10; times++) report('Set the `order` attribute.')

    expect(logged.mock.calls).toEqual([['payin-checkout: Set the `order` attribute.']])
    logged.mockRestore()
  })
})
