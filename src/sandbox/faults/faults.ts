// Faults that a test or a person switches on, to see how a merchant's server handles them. fault-schema.ts describes each
// fault; this file knows which ones are on, and decides which apply to a call, a webhook, a page or a link. Random faults
// are drawn from a seed: the same seed, faults and calls give the same result again.

import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Timers } from '../clock.ts'
import { Problem } from '../problem.ts'
import { type FaultKind, type FaultSettings, hostileLinks } from './fault-schema.ts'

/** A fault that is on. `left` is null when it applies until it is removed. */
export type ActiveFault = FaultSettings & { id: number; left: number | null; struck: number }

/** Thrown in place of an answer. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut'
  override message = 'The sandbox cut the connection before answering (fault "cut").'
}

/** The faults of one call. */
export type CallFaults = {
  /** Resolves when the latency is over. Several calls share one wait. */
  wait(): Promise<void>
  /** Thrown instead of doing the work. */
  before: Problem | ConnectionCut | null
  /** Thrown after the work was done. */
  after: Problem | ConnectionCut | null
}

/** The faults of one webhook. */
export type WebhookFaults = {
  lost: boolean
  lateMs: number
  copies: number
  outOfOrder: boolean
  forged: boolean
}

export type Faults = ReturnType<typeof createFaults>

/** @param wallTimers real time: moving the sandbox's clock must not shorten a latency */
export function createFaults(wallTimers: Timers, firstSeed = 1) {
  let seed = firstSeed
  let ids = 0
  let active: ActiveFault[] = []
  const draws = new WeakMap<ActiveFault, () => number>()

  function drawOf(id: number): () => number {
    // One generator for each fault, so that the draws of one do not change those of another.
    const generator = xoroshiro128plus((seed ^ Math.imul(id, 0x9e3779b1)) | 0)
    return () => uniformInt(generator, 0, 999_999) / 1_000_000
  }

  /**
   * Draws which active faults of these kinds apply now, and counts them down.
   * @param operation of the call, if it is about a call
   */
  function take<K extends FaultKind>(kinds: readonly K[], operation?: string) {
    const struck = active.filter((fault): fault is Extract<ActiveFault, { fault: K }> => {
      const isAsked = kinds.some((kind) => kind === fault.fault) && concerns(fault, operation)
      return isAsked && (draws.get(fault)?.() ?? 1) < fault.chance
    })
    for (const fault of struck) {
      fault.struck += 1
      if (fault.left !== null) fault.left -= 1
    }
    active = active.filter(({ left }) => left !== 0)
    return struck
  }

  return {
    /** Switches one fault on. */
    add(order: FaultSettings): ActiveFault {
      const fault: ActiveFault = { ...order, id: ++ids, left: order.count ?? null, struck: 0 }
      draws.set(fault, drawOf(fault.id))
      active = [...active, fault]
      return fault
    },

    /** Removes one fault. Returns false for an unknown id. */
    remove(id: number): boolean {
      const before = active.length
      active = active.filter((fault) => fault.id !== id)
      return active.length < before
    },

    /** Removes all faults. Ids and draws start again from the seed. */
    reset(newSeed = seed) {
      seed = newSeed
      ids = 0
      active = []
    },

    show: () => ({ seed, faults: active as readonly ActiveFault[] }),

    drawCallFaults(operation: string): CallFaults {
      const waitMs = sumOf(take(['latency'], operation).map(({ ms }) => ms))
      const refusing = take(['error', 'rate_limit', 'cut'], operation)[0]
      const refusal = refusing ? refusalOf(refusing) : null
      const workDone = refusing !== undefined && 'work' in refusing && refusing.work === 'done'
      let waiting: Promise<void> | undefined
      return {
        wait: () => {
          waiting ??=
            waitMs === 0
              ? Promise.resolve()
              : new Promise((resolve) => void wallTimers.after(waitMs, resolve))
          return waiting
        },
        before: workDone ? null : refusal,
        after: workDone ? refusal : null,
      }
    },

    drawWebhookFaults(): WebhookFaults {
      return {
        lost: take(['webhook_lost']).length > 0,
        lateMs: sumOf(take(['webhook_late']).map(({ ms }) => ms)),
        copies: sumOf(take(['webhook_duplicate']).map(({ copies }) => copies)),
        outOfOrder: take(['webhook_out_of_order']).length > 0,
        forged: take(['webhook_forged']).length > 0,
      }
    },

    /** Extra headers of a hosted page. */
    hostedPageHeaders(): Record<string, string> {
      const value = take(['coop'])[0]?.value
      return value ? { 'Cross-Origin-Opener-Policy': value } : {}
    },

    /** Replaces the link for the merchant by a malicious one, if that fault applies. */
    applyLinkFault(link: string): string {
      const hostile = take(['hostile_redirect_url'])[0]
      return hostile ? hostileLinks[hostile.link] : link
    },
  }
}

function concerns(fault: ActiveFault, operation: string | undefined): boolean {
  if (operation === undefined || !('operations' in fault) || !fault.operations) return true
  return fault.operations.includes(operation)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function refusalOf(
  fault: Extract<ActiveFault, { fault: 'error' | 'rate_limit' | 'cut' }>,
): Problem | ConnectionCut {
  if (fault.fault === 'cut') return new ConnectionCut()
  if (fault.fault === 'error') {
    return new Problem(fault.status, 'The service failed unexpectedly (fault "error").')
  }
  const headers: Record<string, string> =
    fault.retry_after === undefined ? {} : { 'Retry-After': String(fault.retry_after) }
  return new Problem(429, 'Too many requests (fault "rate_limit").', { headers })
}
