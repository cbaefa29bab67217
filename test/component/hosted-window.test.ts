// A real window, opened by a real click: what the fake windows of the other tests stand for (FACTS 1–3).
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { browserWindows } from '../../src/platform/browser-windows.ts'
import type { HostedWindow } from '../../src/platform/ports.ts'

const text = { title: 'Opening the secure page…', lang: 'en' }
afterEach(() => document.body.replaceChildren())

/** Opens windows inside one click, as the pay button does, and remembers the browser's own handles. */
async function openInClick(times = 1) {
  const handles: (Window | null)[] = []
  const windows: (HostedWindow | null)[] = []
  const open = window.open.bind(window)
  const spy = vi.spyOn(window, 'open').mockImplementation((...args) => {
    const handle = open(...args)
    handles.push(handle)
    return handle
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
  test('says that the payment page is on its way, in which language', async () => {
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

  test('goes to the hosted page without a way back into the shop’s window', async () => {
    const { handle, hosted } = await openInClick()
    hosted.go(new URL('/package.json', location.href))

    expect(handle.opener).toBeNull()
    await expect.poll(() => handle.location.pathname).toBe('/package.json')
  })
})

describe('a browser that opens no window', () => {
  test.each([
    ['returns nothing', () => null],
    ['throws, as in a sandbox', () => expectedThrow()],
    ['hands out a window that is closed already', () => ({ closed: true }) as Window],
  ])('and %s is a refusal, not a crash', (_what, open) => {
    const spy = vi.spyOn(window, 'open').mockImplementation(open)
    const hosted = browserWindows.open(text)
    spy.mockRestore()

    expect(hosted).toBeNull()
  })

  test('is asked for a window of its own each time, so that a second element takes over none', () => {
    const spy = vi.spyOn(window, 'open').mockImplementation(() => null)
    browserWindows.open(text)
    browserWindows.open(text)
    const calls = spy.mock.calls
    spy.mockRestore()

    expect(new Set(calls.map(([, name]) => name)).size).toBe(2)
    expect(calls.map(([, , features]) => String(features)).join()).not.toMatch(/noopener|noreferrer/)
  })
})

function expectedThrow(): never {
  throw new DOMException('sandboxed', 'SecurityError')
}
