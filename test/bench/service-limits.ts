// Simulates shoppers who send create requests while the service limits calls, and while the followed sessions need more
// calls than it allows: with learned rates, and with one shared pause alone. In simulated time, with
// the server's own rules, so it is the same on every machine.
import {
  type LearnedLimit,
  learnFromRefusal,
  noLearnedLimit,
} from '../../src/merchant/service/learned-rate.ts'
import { type Caller, createPace } from '../../src/merchant/service/pace.ts'
import type { Benchmark, Row } from './benchmark.ts'

const second = 1_000
const minute = 60 * second
const lastsMs = 20 * minute
const instances = 3
/** The interval between reads of a followed session. */
const followEveryMs = 30 * second
/** The service allows two calls a second; these numbers of sessions need 2.3 and 10. */
const followed = [70, 300] as const
/** One create request in two seconds over all instances. */
const pressEveryMs = 2 * second
/** An acceptable wait. */
const acceptableMs = 8 * second

/** The service's limit. @returns `null` for an accepted call; else its `Retry-After`, or that it sends none */
type Limit = (now: number) => { readonly retryAfterMs: number | null } | null

const limits: readonly (readonly [string, () => Limit])[] = [
  ['120 calls in each minute, Retry-After', () => inWindows(120, minute, true)],
  ['120 calls in each minute, no Retry-After', () => inWindows(120, minute, false)],
  ['2 calls a second', () => inWindows(2, second, true)],
]

function inWindows(most: number, windowMs: number, tells: boolean): Limit {
  let [window, count] = [-1, 0]
  return (now) => {
    const current = Math.floor(now / windowMs)
    if (current !== window) [window, count] = [current, 0]
    if (++count <= most) return null
    return { retryAfterMs: tells ? Math.ceil(((window + 1) * windowMs - now) / second) * second : null }
  }
}

/** The rule for calls: 0 sends now, anything else is a wait in milliseconds. */
interface Rule {
  waitMs(caller: Caller, known: LearnedLimit, now: number): number
  sent(caller: Caller, now: number): void
  perSecondAt(now: number): number
}

/** After a pause the waiting shoppers go first, and the other calls are spread over time. */
const headStartMs = 2 * second

/** The rule without rates: nothing is sent during a pause. */
function pauseAlone(): Rule {
  let turn = 0
  return {
    waitMs(caller, { pausedUntil }, now) {
      const until = pausedUntil === 0 || caller === 'shopper' ? pausedUntil : pausedUntil + headStartMs
      return until <= now ? 0 : until - now + (turn++ % 10) * 100
    },
    sent: () => undefined,
    perSecondAt: () => Number.POSITIVE_INFINITY,
  }
}

interface Measured {
  readonly presses: number
  /** Milliseconds from each create request until the service accepted its call. */
  readonly waits: readonly number[]
  readonly refused: number
  readonly followedCalls: number
}

/** Events of the simulation, the earliest first. */
function createQueue() {
  const queue: { readonly at: number; readonly run: () => void }[] = []
  let now = 0
  return {
    now: () => now,
    after(ms: number, run: () => void): void {
      const at = now + ms
      let low = 0
      for (let high = queue.length; low < high; ) {
        const middle = (low + high) >> 1
        if ((queue[middle]?.at ?? 0) > at) low = middle + 1
        else high = middle
      }
      queue.splice(low, 0, { at, run })
    },
    runUntil(end: number): void {
      for (let next = queue.pop(); next && next.at <= end; next = queue.pop()) {
        now = next.at
        next.run()
      }
    },
  }
}

function simulate(limit: Limit, ruleOf: () => Rule, sessions: number): Measured {
  const timeline = createQueue()
  const rules = Array.from({ length: instances }, ruleOf)
  let known = noLearnedLimit
  let refused = 0
  let followedCalls = 0
  const waits: number[] = []

  /** @returns 0 when the service accepted it, else the wait before the next try, in milliseconds */
  function call(caller: Caller, instance: number): number {
    const now = timeline.now()
    const rule = rules[instance % instances] as Rule
    const waitMs = rule.waitMs(caller, known, now)
    if (waitMs > 0) return waitMs
    const knew = known.event
    const perSecond = rule.perSecondAt(now)
    rule.sent(caller, now)
    const refusal = limit(now)
    if (refusal === null) return 0
    refused++
    known = learnFromRefusal(known, {
      knownEvent: knew,
      at: now,
      retryAfterMs: refusal.retryAfterMs,
      perSecond,
    })
    return Math.max(1, known.pausedUntil - now)
  }

  function press(n: number, pressedAt: number): void {
    const again = call('shopper', n)
    if (again === 0) waits.push(timeline.now() - pressedAt)
    else timeline.after(Math.ceil(again / second) * second, () => press(n, pressedAt))
  }

  function follow(n: number): void {
    const again = call('background', n)
    if (again === 0) followedCalls++
    timeline.after(again === 0 ? followEveryMs : again, () => follow(n))
  }

  for (let n = 0; n < sessions; n++) timeline.after((n * followEveryMs) / sessions, () => follow(n))
  let presses = 0
  for (let at = minute; at < lastsMs; at += pressEveryMs) timeline.after(at, () => press(presses++, at))
  timeline.runUntil(lastsMs)
  return { presses, waits: waits.sort((a, b) => a - b), refused, followedCalls }
}

const share = ({ presses, waits }: Measured) => waits.filter((ms) => ms <= acceptableMs).length / presses
const text = (measured: Measured) => {
  const { presses, waits, refused, followedCalls } = measured
  const longest = ((waits.at(-1) ?? 0) / second).toFixed(0)
  const waiting = presses - waits.length
  return `${(100 * share(measured)).toFixed(0)} % in ${acceptableMs / second} s, the longest ${longest} s, ${waiting} wait at the end; ${refused} calls refused, ${followedCalls} reads`
}

/** Create requests that the service accepts in time, with both rules. */
export const serviceLimits: Benchmark = async (_, report) => {
  const rows: Row[] = []
  for (const [name, limit] of limits) {
    report(name)
    for (const sessions of followed) {
      const ours = simulate(limit(), createPace, sessions)
      const other = simulate(limit(), pauseAlone, sessions)
      rows.push({
        benchmark: `create requests at a service that allows ${name}, ${sessions} sessions followed`,
        ours: text(ours),
        comparedWith: `one shared pause alone, ${text(other)}`,
        ratio: share(ours) / share(other),
        budget: { atLeast: 1 },
      })
    }
  }
  return rows
}
