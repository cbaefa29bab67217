/**
 * The base of errors in terms of the shop's domain. Each holds what its HTTP response needs, but knows nothing of HTTP:
 * one place adds that (http/answers.ts). The message may be shown to the client. So it must hold no secret, no address
 * and no text of the service.
 */
export abstract class DomainError extends Error {
  /** Identifies the error. http/answers.ts finds the response by it. */
  abstract readonly kind: string

  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** The base of an error that always says the same. */
export const sayingAlways = <const Kind extends string>(kind: Kind, message: string) =>
  class extends DomainError {
    readonly kind = kind
    constructor() {
      super(message)
    }
  }
