// Faults that a test or a person switches on, to see how a merchant's server handles them. Random faults are drawn from
// a seed: the same seed, faults and calls give the same result again.

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
  const draws = new Map<number, () => number>()

  function drawOf(id: number): () => number {
    // One generator for each fault, so that the draws of one do not change those of another.
    const generator = xoroshiro128plus((seed ^ Math.imul(id, 0x9e3779b1)) | 0)
    return () => uniformInt(generator, 0, 999_999) / 1_000_000
  }

  /** Draws which active faults of these kinds apply now, and counts them down. */
  function take<K extends FaultKind>(
    kinds: readonly K[],
    applies: (fault: ActiveFault) => boolean = () => true,
  ) {
    const asked = active.filter(
      (fault) => (kinds as readonly string[]).includes(fault.fault) && applies(fault),
    )
    const struck = asked.filter((fault) => (draws.get(fault.id)?.() ?? 1) < fault.chance)
    for (const fault of struck) {
      fault.struck += 1
      if (fault.left !== null) fault.left -= 1
    }
    active = active.filter(({ left }) => left !== 0)
    return struck as Extract<ActiveFault, { fault: K }>[]
  }

  return {
    /** Switches one fault on. */
    add(order: FaultSettings): ActiveFault {
      const fault: ActiveFault = { ...order, id: ++ids, left: order.count ?? null, struck: 0 }
      draws.set(fault.id, drawOf(fault.id))
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
      draws.clear()
    },

    show: () => ({ seed, faults: active as readonly ActiveFault[] }),

    drawCallFaults(operation: string): CallFaults {
      const struck = take(['latency', 'error', 'rate_limit', 'cut'], (fault) => {
        return !('operations' in fault) || !fault.operations || fault.operations.includes(operation)
      })
      const waitMs = struck.reduce((sum, fault) => sum + (fault.fault === 'latency' ? fault.ms : 0), 0)
      const refusing = struck.find(({ fault }) => fault !== 'latency')
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
      const struck = take([
        'webhook_lost',
        'webhook_late',
        'webhook_duplicate',
        'webhook_out_of_order',
        'webhook_forged',
      ])
      const has = (kind: FaultKind) => struck.some(({ fault }) => fault === kind)
      return {
        lost: has('webhook_lost'),
        lateMs: struck.reduce((sum, fault) => sum + (fault.fault === 'webhook_late' ? fault.ms : 0), 0),
        copies: struck.reduce(
          (sum, fault) => sum + (fault.fault === 'webhook_duplicate' ? fault.copies : 0),
          0,
        ),
        outOfOrder: has('webhook_out_of_order'),
        forged: has('webhook_forged'),
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

function refusalOf(fault: ActiveFault): Problem | ConnectionCut {
  if (fault.fault === 'cut') return new ConnectionCut()
  if (fault.fault === 'rate_limit') {
    const headers: Record<string, string> =
      fault.retry_after === undefined ? {} : { 'Retry-After': String(fault.retry_after) }
    return new Problem(429, 'Too many requests (fault "rate_limit").', { headers })
  }
  const status = fault.fault === 'error' ? fault.status : 500
  return new Problem(status, 'The service failed unexpectedly (fault "error").')
}
