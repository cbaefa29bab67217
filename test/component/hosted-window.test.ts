// A real window, opened by a real click. Other tests use fake windows (docs/internals/browser-facts.md#the-hosted-window).
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { browserWindows } from '../../src/platform/browser-windows.ts'
import type { HostedWindow } from '../../src/platform/ports.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { type InnerPage, openPageAt } from './inner-page.ts'
import { type Mounted, mount } from './mounted.ts'

const text = { title: 'Opening the secure page…', lang: 'en' }
afterEach(() => document.body.replaceChildren())

/** Opens windows inside one click, as the pay button does, and keeps the browser's own handles. */
async function openInClick(times = 1, wrap = (popup: Window) => popup) {
  const handles: (Window | null)[] = []
  const windows: (HostedWindow | null)[] = []
  const open = window.open.bind(window)
  const spy = vi.spyOn(window, 'open').mockImplementation((...args) => {
    const handle = open(...args)
    handles.push(handle)
    return handle && wrap(handle)
  })
  const button = document.body.appendChild(document.createElement('button'))
  button.textContent = 'Pay'
  button.onclick = () => {
    for (let n = 0; n < times; n++) windows.push(browserWindows.open(text))
  }
  await page.getByRole('button', { name: 'Pay' }).click()
  spy.mockRestore()
  onTestFinished(() => {
    for (const handle of handles) handle?.close()
  })
  const [handle, hosted] = [handles[0], windows[0]]
  if (!handle || !hosted) throw new Error('The browser opened no window.')
  return { handle, hosted, handles }
}

describe('the hosted window', () => {
  test('shows that the payment page is loading, with its language', async () => {
    const { handle } = await openInClick()

    expect(handle.document.title).toBe(text.title)
    expect(handle.document.documentElement.lang).toBe('en')
    expect(handle.document.body.textContent).toBe(text.title)
  })

  test('can be closed while it is blank', async () => {
    const { handle, hosted } = await openInClick()
    expect(hosted.closed).toBe(false)
    hosted.close()

    await expect.poll(() => [handle.closed, hosted.closed]).toEqual([true, true])
  })

  test('is closed when its page is left while it is blank, because nothing would lead it on', async () => {
    const { handle } = await openInClick()
    dispatchEvent(new PageTransitionEvent('pagehide'))

    await expect.poll(() => handle.closed).toBe(true)
  })

  test('stays open when its page is left after it was led on', async () => {
    const { handle, hosted } = await openInClick()
    hosted.go(new URL('/package.json', location.href))
    dispatchEvent(new PageTransitionEvent('pagehide'))
    await expect.poll(() => handle.location.pathname).toBe('/package.json')

    expect(handle.closed).toBe(false)
  })

  test('is found behind an extension’s wrapper', async () => {
    const { hosted } = await openInClick(
      1,
      (popup) => new Proxy(popup, { get: (target, name) => bound(target, Reflect.get(target, name)) }),
    )
    hosted.close()

    await expect.poll(() => hosted.closed).toBe(true)
  })

  test('opens the hosted page without an opener', async () => {
    const { handle, hosted } = await openInClick()
    hosted.go(new URL('/package.json', location.href))

    expect(handle.opener).toBeNull()
    await expect.poll(() => handle.location.pathname).toBe('/package.json')
  })
})

/** What popup blockers and in-app browsers return instead of a window. None of them reads as closed. */
const standIns: [string, () => Window | null][] = [
  ['returns an object with methods that do nothing', () => fake({ closed: false, focus: noop, close: noop })],
  ['hands out a word', () => fake(true)],
  ['hands out the page itself, behind a proxy', () => new Proxy(window, { get: openAndDeaf })],
  ['hands out the page itself', () => window],
  ['hands out the window of a hidden frame', () => decoy('iframe')],
  ['hands out the window of a hidden object', () => decoy('object')],
  ['hands out a proxy that answers everything with itself', () => fake(answersItself)],
]

const noop = () => {}
const fake = (standIn: unknown) => standIn as Window

/** As a filter list does it: methods do nothing, other properties are the page's own. */
function openAndDeaf(page: Window, name: string | symbol): unknown {
  const value: unknown = name === 'closed' ? false : Reflect.get(page, name)
  return typeof value === 'function' ? noop : value
}

function decoy(name: 'iframe' | 'object'): Window | null {
  const element = document.createElement(name)
  if (name === 'object') element.setAttribute('data', 'about:blank')
  document.body.append(element)
  if (element.contentWindow) Object.defineProperty(element.contentWindow, 'closed', { value: false })
  return element.contentWindow
}

const bound = (popup: Window, value: unknown) => (typeof value === 'function' ? value.bind(popup) : value)

const answersItself: unknown = new Proxy(noop, {
  get: (_target, name) =>
    name === 'closed' ? false : name === Symbol.toPrimitive ? undefined : answersItself,
})

describe('a browser that opens no window', () => {
  test.each([
    ['returns nothing', () => null],
    ['throws, as in a sandbox', () => expectedThrow()],
    ['returns a window that is closed already', () => ({ closed: true }) as Window],
    ...standIns,
  ])('and %s is a refusal, not a crash', (_what, open) => {
    const spy = vi.spyOn(window, 'open').mockImplementation(open)
    const { title } = document
    const hosted = browserWindows.open(text)
    spy.mockRestore()

    expect(hosted).toBeNull()
    // A fake window may lead to the shop's own page.
    expect([document.title, document.body.textContent]).toEqual([title, ''])
  })

  test('gets a unique window name each time, so that elements do not share a window', () => {
    const spy = vi.spyOn(window, 'open').mockImplementation(() => null)
    browserWindows.open(text)
    browserWindows.open(text)
    const calls = spy.mock.calls
    spy.mockRestore()

    expect(new Set(calls.map(([, name]) => name)).size).toBe(2)
    expect(calls.map(([, , features]) => String(features)).join()).not.toMatch(/noopener|noreferrer/)
  })
})

/** A frame of this page with a browser's windows of its own. */
async function openFrame(sandbox?: string, userAgent = navigator.userAgent) {
  const address = '/package.json?frame'
  const inner = await openPageAt(address)
  if (sandbox) await sandboxed(inner, sandbox)
  Object.defineProperty(inner.window.navigator, 'userAgent', { value: userAgent })
  const windows = await windowsIn(inner)
  const isStill = () => inner.window.location.pathname + inner.window.location.search === address
  return { windows, isStill }
}

/** A sandbox applies only to the next document. */
function sandboxed({ frame, window: inner }: InnerPage, sandbox: string): Promise<unknown> {
  frame.setAttribute('sandbox', sandbox)
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  inner.location.reload()
  return loaded
}

/** The module, loaded by the frame itself: `window` and `top` are then its own. */
async function windowsIn({ window: inner }: InnerPage): Promise<typeof browserWindows> {
  const load = inner.eval('(path) => import(path)') as (path: string) => Promise<unknown>
  const loaded = (await load('/src/platform/browser-windows.ts')) as { browserWindows: typeof browserWindows }
  return loaded.browserWindows
}

describe('in a frame', () => {
  test('the return address is the top page, if that is of the shop’s origin', async () => {
    const { windows } = await openFrame()

    expect(windows.here()).toBe(top?.location.href)
  })

  test('a tab that may not be navigated counts as refused, and the frame does not navigate', async () => {
    const { windows, isStill } = await openFrame('allow-scripts allow-same-origin')
    const left = windows.redirect(new URL('/', location.href))

    expect(left).toBe(false)
    await expect.poll(isStill).toBe(true)
  })

  test('after a refused redirect, the next press of a shopper on a phone opens a window', async () => {
    const { windows } = await openFrame('allow-scripts allow-same-origin allow-popups', 'iPhone Safari/604.1')
    expect(windows.prefersRedirect()).toBe(true)
    windows.redirect(new URL('/', location.href))

    expect(windows.prefersRedirect()).toBe(false)
  })

  test('a refused window is not tried again, because in Firefox the try would also prevent the redirect', async () => {
    const { windows } = await openFrame('allow-scripts allow-same-origin')
    expect(windows.prefersRedirect()).toBe(false)
    expect(windows.open(text)).toBeNull()

    expect(windows.prefersRedirect()).toBe(true)
  })
})

describe('isSeen', () => {
  /** The page keeps the focus, as with a window that is not shown. */
  function keepFocus(): void {
    const spy = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    onTestFinished(() => spy.mockRestore())
  }

  /** What the browser reports about the window. */
  function pretend(handle: Window, innerWidth: number, hidden: boolean): void {
    Object.defineProperty(handle, 'innerWidth', { value: innerWidth, configurable: true })
    Object.defineProperty(handle.document, 'hidden', { value: hidden, configurable: true })
  }

  test.each([
    ['is true when it is in front', 480, false, true],
    ['is false while it is hidden', 480, true, false],
    ['is false while it has no size', 0, false, false],
  ])('%s', async (_when, innerWidth, hidden, isSeen) => {
    keepFocus()
    const { handle, hosted } = await openInClick()
    pretend(handle, innerWidth, hidden)

    expect(hosted.isSeen).toBe(isSeen)
  })

  test('is true if the window takes the focus from the page', async () => {
    const spy = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { handle, hosted } = await openInClick()
    pretend(handle, 0, true)
    expect(hosted.isSeen).toBe(true)
    spy.mockReturnValue(true)

    expect(hosted.isSeen).toBe(true)
    spy.mockRestore()
  })

  test('is true once the window shows another origin', async () => {
    keepFocus()
    const { handle, hosted } = await openInClick()
    pretend(handle, 0, true)
    expect(hosted.isSeen).toBe(false)
    hosted.go(new URL(location.href.replace('localhost', '127.0.0.1')))

    await expect.poll(() => hosted.isSeen).toBe(true)
  })
})

describe('a blank window', () => {
  /** The shopper presses pay, and a real window opens for the hosted page. */
  async function press(): Promise<Mounted & { readonly handle: Window }> {
    const ports = fakePorts()
    ports.windows.open = browserWindows.open
    const mounted = mount({ mode: 'popup' }, { ports })
    const spy = vi.spyOn(window, 'open')
    await mounted.button(/^Pay/).click()
    const handle = spy.mock.results[0]?.value as Window | undefined
    spy.mockRestore()
    if (!handle || handle.closed) throw new Error('The browser opened no window.')
    onTestFinished(() => handle.close())
    return { ...mounted, handle }
  }

  test('closes when the page calls reset()', async () => {
    const { handle, element } = await press()
    element.reset()

    await expect.poll(() => handle.closed).toBe(true)
  })
})

function expectedThrow(): never {
  throw new DOMException('sandboxed', 'SecurityError')
}
