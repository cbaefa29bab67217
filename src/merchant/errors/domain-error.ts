/**
 * Something that cannot be done, in words of the shop's domain; each holds what its answer needs and knows nothing of HTTP,
 * which is added in one place (http/answers.ts). The message may be shown to whoever asked: no secret, no address, and none of
 * the service's own words stands in it.
 */
export abstract class DomainError extends Error {
  /** Which error it is; the answer is found by it. */
  abstract readonly kind: string

  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}
