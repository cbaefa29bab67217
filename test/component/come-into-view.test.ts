// After a redirect the page that was left begins at its top. The element that the shopper paid with comes into view.
import { afterEach, expect, test } from 'vitest'
import { takeWayBack } from '../../src/checkout/resume.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { type Mounted, mount } from './mounted.ts'

afterEach(() => {
  document.body.replaceChildren()
  scrollTo(0, 0)
})

/** The shopper pays by redirect with an element far below, and the page is loaded again. */
async function comesBack({ byReturnPage = true, order = 'A-1001', top = 3_000 } = {}): Promise<Mounted> {
  const before = mount({ mode: 'redirect' })
  await before.startPaying()
  before.element.remove()
  const { memory, windows } = before.ports
  if (byReturnPage) expect(takeWayBack(memory, 'cs_1', new URL(windows.here()).origin)).not.toBeNull()
  const above = document.body.appendChild(document.createElement('div'))
  above.style.height = `${top}px`
  const mounted = mount({ order }, { ports: fakePorts({ memory }) })
  const below = document.body.appendChild(document.createElement('div'))
  below.style.height = '3000px'
  return mounted
}

test('with its outcome, and once', async () => {
  const mounted = await comesBack()
  await mounted.read({ status: 'COMPLETED' })
  const { top } = mounted.element.getBoundingClientRect()
  expect([top > 0, top < innerHeight]).toEqual([true, true])

  scrollTo(0, 0)
  mounted.element.reset()
  await mounted.startPaying()
  expect(scrollY).toBe(0)
})

test('not when it is in view already', async () => {
  const mounted = await comesBack({ top: 20 })
  await mounted.read({ status: 'COMPLETED' })

  expect(scrollY).toBe(0)
})

test('not after a reload, where the browser keeps the place', async () => {
  const mounted = await comesBack({ byReturnPage: false })
  await mounted.read({ status: 'COMPLETED' })

  expect(mounted.element.state.phase).toBe('complete')
  expect(scrollY).toBe(0)
})

test('not for another order of the page', async () => {
  const mounted = await comesBack({ order: 'A-1002' })
  await mounted.startPaying({ id: 'cs_2' })

  expect(scrollY).toBe(0)
})
