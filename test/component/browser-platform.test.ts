// The browser's versions of the ports, where only a browser can tell.
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

  test('is the page’s own where the browser refuses storage', () => {
    const memory = createBrowserMemory(throwing)
    memory.set('key', 'cs_1')
    expect(memory.get('key')).toBe('cs_1')

    memory.remove('key')
    expect(memory.get('key')).toBeNull()
  })

  test('remembers the newest where storage is full: an old session would be resumed instead', () => {
    const memory = createBrowserMemory()
    memory.set('key', 'cs_old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwing)
    memory.set('key', 'cs_new')
    full.mockRestore()

    expect(memory.get('key')).toBe('cs_new')
  })

  test('forgets what it remembers, wherever that is', () => {
    const memory = createBrowserMemory()
    memory.set('key', 'cs_1')
    memory.remove('key')

    expect([memory.get('key'), sessionStorage.length]).toEqual([null, 0])
  })
})

describe('the address of an endpoint', () => {
  const { addressOf } = createBrowserPorts()
  const here = `${location.origin}/checkout`

  test('is one, however it is written', () => {
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

  test('is where the page’s requests go: by its base', () => {
    const base = document.createElement('base')
    base.href = 'https://shop.example/app/'
    document.head.append(base)
    try {
      expect(addressOf('checkout')).toBe('https://shop.example/app/checkout')
    } finally {
      base.remove()
    }
  })

  test('stays as it is written where it is none', () => {
    expect(addressOf('https://')).toBe('https:')
    expect(addressOf('')).toBe('')
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

  test.each([true, false])('tells whether anybody sees the tab: hidden is %s', (isHidden) => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    expect(createBrowserWake().isHidden()).toBe(isHidden)
    hidden.mockRestore()
  })

  test('in a frame there is always a window in front: the page around it has the focus, and is seen with it', () => {
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

  test('tells when another window comes to the front of a page, and when its own is there again', () => {
    const around = vi.spyOn(window, 'parent', 'get').mockReturnValue(window)
    const hasFocus = vi.spyOn(document, 'hasFocus')
    const emitted: boolean[] = []
    const stop = createBrowserWake().watchWindowFocus((isInFront) => emitted.push(isInFront))
    // Into a frame of the page, into another window, and back.
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

  test('is not mistaken for the first showing of a page', () => {
    const emitted = vi.fn()
    const stop = createBrowserWake().watch(emitted)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    stop()

    expect(emitted).not.toHaveBeenCalled()
  })

  test('is shared: a hundred elements listen once, and the last one takes the listener away', () => {
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

  test('reaches the others when one stops while it is told', () => {
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

  /** Resolves when the shop page hears of a return. */
  const heardBy = (channel: ReturnType<typeof createReturnChannel>, claims = false) =>
    new Promise<string>((resolve) => {
      stops.push(
        channel.watch((id) => {
          resolve(id)
          return claims
        }),
      )
    })

  test('carries the word of the return page to the shop page', async () => {
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

  test('repeats the word for a shop page that was just waking up', async () => {
    const clock = fakeClock()
    stops.push(createReturnAnnouncer(clock).announce('cs_1', () => {}))
    const late = heardBy(createReturnChannel())
    await clock.advance(500)

    expect(await late).toBe('cs_1')
  })

  test('is deaf to strangers’ words', async () => {
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

  test('leaves no timer behind when the return page goes', () => {
    const clock = fakeClock()
    createReturnAnnouncer(clock).announce('cs_1', () => {})()

    expect(clock.pending).toBe(0)
  })
})

describe('the browser’s ports', () => {
  test('make a new UUID for each attempt, also where the page is not a secure context', () => {
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

  test('know the shop of a frame that has no address of its own', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.srcdoc = '<p>A page builder’s preview</p>'
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    const { location, document: inside } = frame.contentWindow as Window

    expect([location.hostname, hostOf(location, inside)]).toEqual(['', document.location.hostname])
    frame.remove()
  })

  test('say the same thing to the developer once, however many elements make the mistake', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { report } = createBrowserPorts()
    for (let times = 0; times < 10; times++) report('Set the `order` attribute.')

    expect(said.mock.calls).toEqual([['payin-checkout: Set the `order` attribute.']])
    said.mockRestore()
  })
})
