// A whole payment, frame by frame: every change of height is eased, and from “received” to “paid” nothing moves.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aSession } from '../support/sessions.ts'
import { limitOf, mostGrowth, type Width } from './height-limits.ts'
import { emulateMedia } from './media.ts'
import { endMotion, type Mounted, mount } from './mounted.ts'
import { paidAt, type Screen } from './stories.ts'

/** One frame, as the browser draws it. Pixels. */
interface Frame {
  /** Milliseconds, by the clock of the animations. */
  readonly at: number
  readonly height: number
  /** Between the element’s lower edge and what stands below it. */
  readonly gap: number
  /** The boxes of all parts of the screen. */
  readonly parts: readonly string[]
}

/** A change is eased over this time. */
const easeMs = 200
/** The steepest slope of CSS `ease`, which is `cubic-bezier(0.25, 0.1, 0.25, 1)`. */
const steepest = 2.3

let below: HTMLElement
beforeEach(async () => {
  await emulateMedia({ features: { 'prefers-reduced-motion': 'no-preference' } })
  document.body.style.margin = '0'
  below = document.createElement('p')
})
afterEach(async () => {
  await emulateMedia()
  await page.viewport(414, 896)
})

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

function frameOf({ element, all }: Mounted, at: number): Frame {
  const { height, bottom } = element.getBoundingClientRect()
  const parts = all('[part]').map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect()
    return [part.localName, x, y, width, height].join(' ')
  })
  return { at, height, gap: below.getBoundingClientRect().top - bottom, parts }
}

/** Lets something happen, and returns all frames until nothing moves. The first one is from before. */
async function film(mounted: Mounted, happens: () => unknown): Promise<Frame[]> {
  const frames = [frameOf(mounted, await nextFrame())]
  await happens()
  // Long enough to see what moves after a change has ended.
  for (let still = 0; still < 5; still++) {
    frames.push(frameOf(mounted, await nextFrame()))
    if (mounted.all('[part=root]').some((root) => root.getAnimations().length > 0)) still = 0
  }
  return frames
}

/** What jumps between two frames, goes back and forth, or is higher than it may be. */
function faultsIn(frames: readonly Frame[], limit: number): string[] {
  const heights = frames.map(({ height }) => height)
  const [first = 0, last = 0] = [heights[0], heights.at(-1)]
  const change = Math.max(...heights) - Math.min(...heights)
  return frames.slice(1).flatMap(({ at, height, gap }, index) => {
    const before = frames[index] as Frame
    const step = height - before.height
    const eased = (change * steepest * (at - before.at)) / easeMs + 1
    return [
      Math.abs(step) > eased && `jumps from ${before.height} to ${height} in ${at - before.at} ms`,
      step * Math.sign(last - first) < -0.5 && `goes back from ${before.height} to ${height}`,
      first === last && step !== 0 && `goes from ${first} to ${height} and back`,
      height > limit && `is ${height} high, and may be ${limit}`,
      gap !== before.gap && `the gap below changes from ${before.gap} to ${gap}`,
    ].filter((fault) => fault !== false)
  })
}

type Step = readonly [to: Screen, happens: (mounted: Mounted) => unknown]

const open: Step = ['creating', ({ element }) => element.open()]
const created: Step = ['waiting popup', ({ ports }) => ports.merchant.create.last.answer(aSession())]
const returned: Step = ['waiting returned', ({ ports }) => ports.channel.return('cs_1')]
const received: Step = ['authorized', (mounted) => mounted.read({ status: 'AUTHORIZED', paid_at: paidAt })]
const paid: Step = ['complete', (mounted) => mounted.read({ status: 'COMPLETED', paid_at: paidAt })]
const closed: Step = [
  'waiting closed',
  async ({ ports }) => {
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)
  },
]
const refused: Step = ['failed', (mounted) => mounted.read({ status: 'FAILED' })]
const givenUp: Step = ['cancelled', ({ element }) => element.cancel()]

type Way = readonly [way: string, steps: readonly Step[]]

const ways: readonly Way[] = [
  ['is refused', [open, created, returned, refused]],
  ['is paid', [open, created, returned, received, paid]],
  ['is paid at once', [open, created, paid]],
  ['is paid after its window was closed', [open, created, closed, received, paid]],
  ['is canceled, and its money comes all the same', [open, created, givenUp, received, paid]],
]

/** An element in a window of this width, with a line below it. */
async function mountAbove(width: number): Promise<Mounted> {
  await page.viewport(width, 800)
  const mounted = mount({ amount: '49.90', currency: 'EUR', payee: 'Lantern Row' })
  below.textContent = 'What stands below'
  document.body.append(below)
  endMotion(mounted)
  return mounted
}

/** The shopper takes these steps in a window of this width, and each change is looked at. */
async function takeSteps(width: Width, steps: readonly Step[]): Promise<void> {
  const mounted = await mountAbove(width)
  const { height: atFirst } = frameOf(mounted, 0)
  let from: Screen = 'idle'
  for (const [to, happens] of steps) {
    const frames = await film(mounted, () => happens(mounted))
    const limit = Math.max(limitOf(from, width), limitOf(to, width))

    expect(faultsIn(frames, limit), `from “${from}” to “${to}”`).toEqual([])
    const growth = frames.map(({ height }) => height - atFirst)
    expect(Math.max(...growth)).toBeLessThanOrEqual(mostGrowth)
    from = to
  }
  expect(mounted.element.state.phase).toBe(from)
}

describe.each([320, 480] as const)('in a window of %i pixels, nothing jumps while a payment', (width) => {
  test.each(ways)('%s', (_way, steps) => takeSteps(width, steps))

  test('goes on before an earlier change has ended', async () => {
    const mounted = await mountAbove(width)
    await film(mounted, () => open[1](mounted))
    await film(mounted, () => created[1](mounted))
    const frames = await film(mounted, async () => {
      await returned[1](mounted)
      for (let frame = 0; frame < 4; frame++) await nextFrame()
      await received[1](mounted)
    })
    const limit = Math.max(limitOf('waiting returned', width), limitOf('authorized', width))

    expect(faultsIn(frames, limit).filter((fault) => !fault.startsWith('goes back'))).toEqual([])
    expect(frames.at(-1)?.height).toBeLessThanOrEqual(limitOf('authorized', width))
  })
})

// In a narrow column one of the two texts needs a second line.
test.each([280, 320, 480])(
  'no part of the screen moves from “received” to “paid”, in a window of %i pixels',
  async (width) => {
    const mounted = await mountAbove(width)
    for (const [, happens] of [open, created, received]) await film(mounted, () => happens(mounted))
    const frames = await film(mounted, () => paid[1](mounted))
    const [first] = frames

    expect(mounted.element.state.phase).toBe('complete')
    expect(first?.parts.length).toBeGreaterThan(3)
    for (const frame of frames) expect({ ...frame, at: 0 }).toEqual({ ...first, at: 0 })
  },
)
