// Why the service refused a press, for the answer to the page. What the shopper chose can be chosen otherwise, so it is
// said with its pointer; anything else wrong with the request is the shop's own fault and stays out of the browser.
import { type ServiceClient, ServiceError } from 'payin-checkout/server'
import { type HttpProblem, unprocessable } from './problems.ts'

const maxKept = 1_000

/** Our own sentences: the service's words are for the developer. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['/payment', 'This way to pay is not available for this order.'],
  ['/payment/method', 'This way to pay is not available for this order.'],
  ['/payment/bank_id', 'This bank is not available. Choose another one.'],
  ['/payment/iban', 'The payment service does not accept this IBAN.'],
  ['/payment/instrument_id', 'This saved account is not known, or it is somebody else’s.'],
  ['/payment/email', 'The payment service does not accept this e-mail address.'],
])

export interface Refusals {
  /** The same client; what it is refused is noted here. */
  readonly service: ServiceClient
  /** The 422 for the press that was sent under this key; `null` when the choice was not the reason. */
  problemOf(serviceKey: string): HttpProblem | null
}

/** In memory only: after a restart a repeated press hears that it was refused, but no longer why. */
export function createRefusals(service: ServiceClient): Refusals {
  const pointersOf = new Map<string, readonly string[]>()

  function note(serviceKey: string, error: unknown): void {
    if (!(error instanceof ServiceError) || error.status !== 422) return
    for (const oldest of pointersOf.keys()) {
      if (pointersOf.size < maxKept) break
      pointersOf.delete(oldest)
    }
    pointersOf.set(serviceKey, error.problem?.errors.map(({ pointer }) => pointer) ?? [])
  }

  const create: ServiceClient['payins']['create'] = async (frozen, options) => {
    try {
      return await service.payins.create(frozen, options)
    } catch (error) {
      note(frozen.idempotencyKey, error)
      throw error
    }
  }

  return {
    service: { ...service, payins: { ...service.payins, create } },
    problemOf(serviceKey) {
      const pointers = pointersOf.get(serviceKey) ?? []
      const errors = pointers.map((pointer) => ({ pointer, detail: sentences.get(pointer) ?? '' }))
      return errors.length > 0 && errors.every(({ detail }) => detail) ? unprocessable(...errors) : null
    },
  }
}
