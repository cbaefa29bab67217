// The document's idempotency rules 2 to 6. A key is bound to the *bytes* of the first body. Two bodies with the same
// content but another spelling are two bodies.
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** Rule 6: "A key is remembered for 24 hours after first use". */
const rememberedMs = 24 * 60 * 60 * 1000

type Binding = { bodyHash: string; firstUsedAt: number; resourceId?: string | undefined; answered: boolean }

export type Claim =
  | {
      kind: 'new'
      /** Binds the key to the created object, even if the answer is lost. */
      made(resourceId: string): void
      /** The request is no longer in flight. */
      answered(): void
      /** Frees the key: nothing was created. */
      release(): void
    }
  | { kind: 'replay'; resourceId: string }
  | { kind: 'other_body' }
  | { kind: 'in_flight' }

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>

export function createIdempotencyKeys(clock: Clock) {
  const bindings = new Map<string, Binding>()

  function forgetOld() {
    const now = clock.now()
    // A Map keeps the order of insertion, so the search can stop at the first binding that is still remembered.
    for (const [name, { firstUsedAt, answered }] of bindings) {
      if (now - firstUsedAt < rememberedMs) return
      // Without its key, a request in flight could create a second object.
      if (answered) bindings.delete(name)
    }
  }

  /** @param scope API key and operation: two merchants, or a payin and a payout, may use the same key */
  function claim(scope: string, key: string, body: Uint8Array): Claim {
    forgetOld()
    const name = JSON.stringify([scope, key])
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const bound = bindings.get(name)
    if (bound) return answerFor(bound, bodyHash)

    const binding: Binding = { bodyHash, firstUsedAt: clock.now(), answered: false }
    bindings.set(name, binding)
    return {
      kind: 'new',
      made: (resourceId) => void Object.assign(binding, { resourceId }),
      answered: () => void Object.assign(binding, { answered: true }),
      // A refused request has created nothing, so its key stays free for the corrected body.
      release: () => bindings.delete(name),
    }
  }

  return {
    claim,
    snapshot: (): [name: string, binding: Binding][] => [...bindings],
    /** A request that was in flight when the state was saved is over. Its key is free, unless it had created something. */
    restore(saved: readonly (readonly [name: string, binding: Binding])[]) {
      bindings.clear()
      for (const [name, binding] of saved) {
        if (binding.resourceId !== undefined) bindings.set(name, { ...binding, answered: true })
      }
    },
  }
}

function answerFor(binding: Binding, bodyHash: string): Claim {
  if (binding.bodyHash !== bodyHash) return { kind: 'other_body' }
  if (!binding.answered || binding.resourceId === undefined) return { kind: 'in_flight' }
  return { kind: 'replay', resourceId: binding.resourceId }
}
