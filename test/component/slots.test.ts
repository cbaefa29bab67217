// What the page puts into the element beside the label of the button.
import { expect, test } from 'vitest'
import { type Mounted, mount } from './mounted.ts'

const child = (slot: string, text: string) =>
  Object.assign(document.createElement('a'), { slot, textContent: text })
const isSeen = (node: Element) => node.checkVisibility() && node.getBoundingClientRect().height > 0

async function paying(node: Element, attributes = {}): Promise<Mounted> {
  const mounted = mount(attributes)
  mounted.element.append(node)
  await mounted.startPaying()
  return mounted
}

test('what follows a paid payment is shown then, and not before', async () => {
  const download = child('complete', 'Download your files')
  const mounted = await paying(download)
  expect(isSeen(download)).toBe(false)
  await mounted.read({ status: 'AUTHORIZED' })
  expect(isSeen(download)).toBe(false)
  await mounted.read({ status: 'COMPLETED' })

  expect(isSeen(download)).toBe(true)
  expect(download.assignedSlot?.closest('.panel.good')).not.toBeNull()
})

test('it is no label of the button, and does not follow money that the shop must settle', async () => {
  const download = child('complete', 'Download your files')
  const mounted = mount()
  mounted.element.append(download)
  await expect.element(mounted.button('Pay now')).toBeVisible()
  await mounted.startPaying()
  await mounted.read({ status: 'COMPLETED', outcome: 'authorized', review: 'amount_differs' })

  expect(isSeen(download)).toBe(false)
})

test('a mark of the page stands in place of the icon of a method', async () => {
  const mark = child('mark-card', 'Visa')
  const mounted = mount({ methods: 'card bank_account' })
  mounted.element.append(mark)
  const icons = mounted.all('label svg').filter((icon) => icon.checkVisibility())

  expect(isSeen(mark)).toBe(true)
  expect(icons).toHaveLength(1)
  await expect.element(mounted.radio('Card')).toBeVisible()
})

test('the receipt names who gets the money, the reference and, where the server says it, the time', async () => {
  const mounted = mount({ payee: 'Lantern Row', lang: 'en' })
  await mounted.startPaying()
  const rows = () =>
    mounted.all('dt').map((row) => `${row.textContent}: ${row.nextElementSibling?.textContent}`)
  await mounted.read({ status: 'AUTHORIZED', reference: 'A-1001' })
  expect(rows()).toEqual(['To: Lantern Row', 'Reference: A-1001'])
  await mounted.read({ status: 'COMPLETED', reference: 'A-1001', paid_at: '2026-11-20T15:45:00Z' })

  expect(rows()[2]).toMatch(/^Date: Nov 20, 2026, \d+:\d\d\s[AP]M$/)
})

test('a time that is none is left out', async () => {
  const mounted = mount()
  await mounted.startPaying()
  await mounted.read({ status: 'COMPLETED', paid_at: 'yesterday' })

  expect(mounted.all('dt').map((row) => row.textContent)).toEqual(['To', 'Reference'])
})

test('in right-to-left text a value in Latin letters stays beside its name', async () => {
  const mounted = mount()
  await mounted.startPaying()
  await mounted.read({ status: 'COMPLETED', reference: 'A-1001' })
  mounted.all('dl')[0]?.setAttribute('dir', 'rtl')
  const [name, value] = ['dt', 'dd bdi'].map((part) => mounted.all(part)[0]?.getBoundingClientRect())

  // 16 px stand between them.
  expect((name?.left ?? 0) - (value?.right ?? 0)).toBeLessThan(100)
  expect(value?.left).toBeGreaterThan(0)
})

test('a long reference wraps inside of the receipt', async () => {
  const frame = document.body.appendChild(document.createElement('div'))
  frame.style.width = '288px'
  const mounted = mount({ payee: 'x'.repeat(120) }, { into: frame })
  await mounted.startPaying()
  await mounted.read({ status: 'COMPLETED', reference: 'A'.repeat(300) })
  const [panel] = mounted.all('.panel')

  expect(panel?.scrollWidth).toBeLessThanOrEqual(panel?.clientWidth ?? 0)
})
