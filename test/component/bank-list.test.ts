// The position of the list of banks: in the top layer, beside its field, whatever surrounds the element.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { type Mounted, mount } from './mounted.ts'

const many = Array.from({ length: 30 }, (_, at) => ({ id: `${at}`, name: `Bank ${at}`, logo_url: '' }))
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

beforeEach(() => page.viewport(480, 700))
afterEach(async () => {
  vi.restoreAllMocks()
  document.documentElement.dir = ''
  document.body.replaceChildren()
  scrollTo(0, 0)
  await page.viewport(414, 896)
})

/** A box in the page with these styles. */
function aBox(css: string, into: Element = document.body): HTMLElement {
  const box = document.createElement('div')
  box.style.cssText = css
  return into.appendChild(box)
}

/** A bank field whose list was opened with a key. */
async function opened(into: Element = document.body, key = 'ArrowDown'): Promise<Mounted> {
  const mounted = mount({ methods: 'bank_account card' }, { into })
  mounted.ports.merchant.banks.willAnswer({ banks: many, hasMore: false })
  mounted.field().focus()
  await settle()
  await userEvent.keyboard(`{${key}}`)
  await settle()
  await frame()
  return mounted
}

const listOf = ({ all }: Mounted) => all('[role=listbox]')[0] as HTMLElement
const isOpen = (mounted: Mounted) => listOf(mounted).checkVisibility()
const boxes = (mounted: Mounted) => ({
  field: mounted.field().getBoundingClientRect(),
  list: listOf(mounted).getBoundingClientRect(),
})

/** Whether a press in the middle of the list, or near an end, reaches it. */
function canPress(mounted: Mounted): boolean {
  const { left, right, top, bottom } = boxes(mounted).list
  const document = mounted.element.ownerDocument
  return [top + 8, (top + bottom) / 2, bottom - 8].every(
    (y) => document.elementFromPoint((left + right) / 2, y) === mounted.element,
  )
}

/** Checks that the list is 4 pixels below its field and as wide. */
function isBelow(mounted: Mounted): boolean {
  const { field, list } = boxes(mounted)
  const isAligned = Math.abs(list.left - field.left) < 1 && Math.abs(list.width - field.width) < 1
  return isAligned && Math.abs(list.top - field.bottom - 4) < 1
}

function isAbove(mounted: Mounted): boolean {
  const { field, list } = boxes(mounted)
  return Math.abs(field.top - list.bottom - 4) < 1 && Math.abs(list.left - field.left) < 1
}

function isWhole(mounted: Mounted): boolean {
  const { left, top, right, bottom } = boxes(mounted).list
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
}

describe('the list of banks', () => {
  test.each([
    ['that clips its content', 'overflow: hidden; height: 180px'],
    ['with a transform', 'transform: translate(7px, 30px); overflow: hidden; height: 180px'],
    ['with a filter', 'filter: blur(0); overflow: clip; height: 180px; margin-top: 20px'],
    ['with containment', 'contain: strict; height: 180px; margin-left: 20px'],
    ['that is scaled', 'transform: scale(0.5)'],
  ])('is not clipped and is beside its field in a box %s', async (_what, css) => {
    const mounted = await opened(aBox(css))

    expect([isBelow(mounted), isWhole(mounted), canPress(mounted)]).toEqual([true, true, true])
  })

  test('is above later content of the page', async () => {
    const mounted = await opened()
    aBox('position: relative; z-index: 9999; margin-top: -200px; height: 300px; background: #ddd')

    expect(canPress(mounted)).toBe(true)
  })

  test('is above its field in a bar at the bottom of the window', async () => {
    const mounted = await opened(aBox('position: fixed; inset: auto 0 0; height: 330px'))

    expect([isAbove(mounted), isWhole(mounted), canPress(mounted)]).toEqual([true, true, true])
  })

  test('is no higher than the space available, and its rows can be scrolled', async () => {
    await page.viewport(320, 260)
    const mounted = await opened()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await settle()
    const row = mounted.all('[aria-selected=true]')[0]?.getBoundingClientRect()
    const { top = 0, bottom = 0 } = boxes(mounted).list

    expect([isWhole(mounted), canPress(mounted)]).toEqual([true, true])
    expect(row && row.top >= top && row.bottom <= bottom).toBe(true)
  })

  test('leaves space for the on-screen keyboard', async () => {
    vi.spyOn(VisualViewport.prototype, 'height', 'get').mockReturnValue(300)
    const mounted = await opened()

    expect(boxes(mounted).list.bottom).toBeLessThanOrEqual(300)
  })

  test('is as wide as its field in a right-to-left page', async () => {
    document.documentElement.dir = 'rtl'
    const mounted = await opened(aBox('width: 300px; margin-right: 50px'))

    expect([isBelow(mounted), isWhole(mounted)]).toEqual([true, true])
  })

  test('starts with the last row in view when the arrow up key opens it', async () => {
    const mounted = await opened(document.body, 'ArrowUp')
    const row = mounted.all('[aria-selected=true]')[0]?.getBoundingClientRect()
    const { top, bottom } = boxes(mounted).list

    expect(mounted.all('[aria-selected=true]')[0]?.textContent).toBe('Bank 29')
    expect(row && row.top >= top && row.bottom <= bottom).toBe(true)
  })

  test('stays with its field while a box around it scrolls, or grows', async () => {
    const box = aBox('height: 400px; overflow: auto')
    const inner = aBox('height: 900px; padding-top: 60px', box)
    const mounted = await opened(inner)
    const before = boxes(mounted).field.top
    box.scrollTop = 40
    await frame()
    expect([boxes(mounted).field.top, isBelow(mounted)]).toEqual([before - 40, true])
    inner.style.paddingTop = '100px'
    await frame()

    expect(isBelow(mounted)).toBe(true)
  })

  test('closes when its field is scrolled out of sight, and comes back with the field', async () => {
    const box = aBox('height: 400px; overflow: auto')
    const mounted = await opened(aBox('height: 1900px', box))
    box.scrollTop = 1_000
    await expect.poll(() => isOpen(mounted)).toBe(false)
    expect(mounted.field().ariaExpanded).toBe('false')
    await userEvent.keyboard('{ArrowDown}')
    await settle()
    await frame()

    expect([isOpen(mounted), isBelow(mounted), isWhole(mounted)]).toEqual([true, true, true])
  })

  test('is above a modal dialog of the shop, which stays open when Escape closes the list', async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.showModal()
    const mounted = await opened(dialog)
    const [pressable, focused] = [canPress(mounted), mounted.element.shadowRoot?.activeElement]
    await userEvent.keyboard('{Escape}')
    await settle()

    expect([pressable, focused === mounted.field()]).toEqual([true, true])
    expect([isOpen(mounted), dialog.open]).toEqual([false, true])
  })

  test('is removed with its element, and leaves nothing running', async () => {
    const mounted = await opened()
    const asked = vi.spyOn(window, 'requestAnimationFrame')
    mounted.element.remove()
    await settle()
    await frame()
    const before = asked.mock.calls.length
    await frame()

    expect(asked.mock.calls.length - before).toBe(2)
  })

  test('stays where the style sheet puts it in a browser without popovers', async () => {
    const { showPopover } = HTMLElement.prototype
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
    try {
      const mounted = await opened()

      expect([isBelow(mounted), canPress(mounted)]).toEqual([true, true])
      expect(getComputedStyle(listOf(mounted)).position).toBe('absolute')
    } finally {
      HTMLElement.prototype.showPopover = showPopover
    }
  })
})
