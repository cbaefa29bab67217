// The time left to pay: shown each second, announced five times, and never the end of a payment (docs/internals/browser-facts.md#time-tabs-and-storage, WCAG 2.2.1).
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { unchangedRead } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'
import { stories } from './stories.ts'

/** The fake clock starts at 14:45. */
const at = (time: string) => `2026-11-20T${time}Z`
const minute = 60_000

/** An element with a payment in progress that expires at this time. */
async function paying(expires_at: string | null): Promise<Mounted> {
  const mounted = mount()
  await mounted.startPaying({ expires_at })
  return mounted
}

/** Advances the time without a change at the server. */
async function pass({ ports: { clock, merchant } }: Mounted, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await clock.advance(Math.min(left, 1_000))
    for (const question of merchant.read.waiting) await question.answer(unchangedRead())
  }
}

/** A hidden tab: its timers run this much later than the clock says. */
function sleep({ ports }: Mounted, ms: number): void {
  const { serverNow } = ports
  Object.assign(ports, { serverNow: () => serverNow() + ms })
}

const shown = ({ all }: Mounted) => all('[part=time]').map((part) => part.textContent)[0]

/** All announcements of the live region from now on. */
function listenTo({ all }: Mounted): string[] {
  const [region] = all('.status')
  if (!region) throw new Error('There is no live region.')
  const announced: string[] = []
  new MutationObserver(() => announced.push(region.textContent ?? '')).observe(region, { childList: true })
  return announced
}

describe('the time left', () => {
  test('is unknown without the server’s time: nothing is shown as expired', async () => {
    const ports = fakePorts()
    Object.assign(ports, { serverNow: () => null })
    const mounted = mount({}, { ports })
    await mounted.startPaying({ expires_at: at('14:30:00') })

    expect([shown(mounted), mounted.text()]).toEqual([undefined, expect.not.stringContaining('time is up')])
  })

  test('is shown within the last hour, and counts down', async () => {
    const mounted = await paying(at('15:00:00'))
    expect(shown(mounted)).toBe('Time left: 15:00')
    await mounted.ports.clock.advance(1_000)
    expect(shown(mounted)).toBe('Time left: 14:59')
    await mounted.ports.clock.advance(14 * minute)

    expect(shown(mounted)).toBe('Time left: 0:59')
  })

  test('is not shown earlier, and appears by itself', async () => {
    const mounted = await paying(at('16:00:00'))
    expect(shown(mounted)).toBeUndefined()
    await mounted.ports.clock.advance(15 * minute)

    expect(shown(mounted)).toBe('Time left: 60:00')
  })

  test('is right after the tab was suspended, because it is computed from the clock', async () => {
    const mounted = await paying(at('15:00:00'))
    sleep(mounted, 10 * minute)
    await mounted.ports.clock.advance(1_000)

    expect(shown(mounted)).toBe('Time left: 4:59')
  })

  test.each([null, '', 'soon', '2026-13-45', 'in 15 minutes'])('is not shown for %j', async (end) => {
    const mounted = await paying(end)

    expect(shown(mounted)).toBeUndefined()
    expect(mounted.text()).not.toMatch(/NaN|Invalid|Time/)
  })

  test.each(['0', '900'])('is not shown for %j, which a browser reads as a year', async (end) => {
    expect(shown(await paying(end))).toBeUndefined()
  })

  test('disappears when the payment ends', async () => {
    const mounted = await paying(at('15:00:00'))
    await mounted.read({ status: 'COMPLETED' })

    expect(shown(mounted)).toBeUndefined()
  })

  test('uses the server’s time, whatever the shopper’s clock says', async () => {
    const ports = fakePorts()
    const mounted = mount({}, { ports: { ...ports, serverNow: () => ports.clock.now() - 15 * minute } })
    await mounted.startPaying({ expires_at: at('15:00:00') })

    expect(shown(mounted)).toBe('Time left: 30:00')
  })

  test('changes when the session gets more time', async () => {
    const mounted = await paying(at('15:00:00'))
    await mounted.read({ expires_at: at('15:30:00') })

    expect(shown(mounted)).toMatch(/^Time left: 44:59|Time left: 45:00$/)
  })
})

describe('a screen reader', () => {
  test('gets the time at the start, at 10, 5 and 1 minute, and at the end, never each second', async () => {
    const mounted = await paying(at('15:00:00'))
    expect(mounted.announced()).toMatch(/Time left: 15 minutes$/)
    const announced = listenTo(mounted)
    await pass(mounted, 16 * minute)

    expect(announced).toEqual([
      'Time left: 10 minutes',
      'Time left: 5 minutes',
      'Time left: 1 minute',
      'The time is up. We are checking once more.',
    ])
  })

  test('gets the time when the last hour begins, without the notice again', async () => {
    const mounted = await paying(at('16:00:00'))
    const announced = listenTo(mounted)
    await pass(mounted, 15 * minute)

    expect(announced).toEqual(['Time left: 60 minutes'])
  })

  test('gets only the latest time after the tab was suspended', async () => {
    const mounted = await paying(at('15:00:00'))
    const announced = listenTo(mounted)
    sleep(mounted, 11 * minute)
    await mounted.ports.clock.advance(2_000)

    expect(announced).toEqual(['Time left: 4 minutes'])
  })

  test('gets no outdated time with another announcement', async () => {
    const mounted = await paying(at('15:00:00'))
    await pass(mounted, 13 * minute + 30_000)
    const announced = listenTo(mounted)
    mounted.ports.windows.last.closeByShopper()
    await mounted.ports.clock.advance(500)

    expect(announced).toHaveLength(1)
    expect(announced[0]).toMatch(/^Window closed\?/)
    expect(announced[0]).not.toContain('5 minutes')
  })

  test('gets the time with the notice even if the focus has moved to the title', async () => {
    const mounted = mount()
    mounted.button().element().focus()
    await mounted.startPaying({ expires_at: at('15:00:00') })

    expect(mounted.focused()).toBe('Waiting for your payment')
    expect(mounted.announced()).toMatch(/^Waiting for your payment Time left: 15 minutes$/)
  })
})

describe('when the time to pay is over', () => {
  const over = async () => {
    const mounted = await paying(at('15:00:00'))
    await pass(mounted, 15 * minute)
    return mounted
  }

  test('the session is read at once, and once', async () => {
    const mounted = await over()
    mounted.element.theme = 'dark'
    await pass(mounted, minute)
    const atOnce = mounted.ports.merchant.read.calls.filter(({ request }) => request.waitSeconds === 0)

    expect(atOnce).toHaveLength(1)
  })

  test('the payment is not shown as failed, because it may still complete', async () => {
    const mounted = await over()
    await pass(mounted, 60 * minute)

    expect(shown(mounted)).toBe('The time is up. We are checking once more.')
    expect(mounted.element.state.phase).toBe('waiting')
    expect(mounted.emitted.map(({ name }) => name)).toEqual(['start', 'created', 'open'])
    expect(mounted.button('Show window').query()).not.toBeNull()
  })

  test('the server’s answer ends the payment, late or not', async () => {
    const mounted = await over()
    mounted.element.check()
    await mounted.read({ status: 'COMPLETED' })

    expect(mounted.element.state.phase).toBe('complete')
  })

  test('before the page was opened, it is shown, and only one read runs at a time', async () => {
    const mounted = await stories['waiting elsewhere']()
    await mounted.read({ expires_at: at('14:00:00') })

    expect(shown(mounted)).toBe('The time is up. We are checking once more.')
    expect(mounted.ports.merchant.read.waiting).toHaveLength(1)
  })
})

describe('no timer is left', () => {
  test.each([
    ['the page removes the element', ({ element }: Mounted) => void element.remove()],
    ['the payment is complete', ({ read }: Mounted) => read({ status: 'COMPLETED' })],
    ['the payment has failed', ({ read }: Mounted) => read({ status: 'FAILED' })],
  ])('when %s', async (_what, end) => {
    const mounted = await paying(at('15:00:00'))
    expect(mounted.ports.clock.pending).toBeGreaterThan(0)
    await end(mounted)
    await settle()

    expect(mounted.ports.clock.pending).toBe(0)
    expect(leaksOf(mounted.ports).join()).not.toContain('timers')
  })

  test('when the element renders again and again', async () => {
    const mounted = await paying(at('15:00:00'))
    const before = mounted.ports.clock.pending
    for (const theme of ['dark', 'light', 'dark', 'light'] as const) mounted.element.theme = theme

    expect(mounted.ports.clock.pending).toBe(before)
  })

  test('and the countdown continues when the element is inserted again', async () => {
    const mounted = await paying(at('15:00:00'))
    mounted.element.remove()
    await settle()
    await mounted.ports.clock.advance(5 * minute)
    document.body.append(mounted.element)
    await settle()
    expect(shown(mounted)).toBe('Time left: 10:00')
    await mounted.ports.clock.advance(1_000)

    expect(shown(mounted)).toBe('Time left: 9:59')
  })
})
