// Asks the shop whether an order is paid. The session on the page and the order in the shop must agree.
import * as z from 'zod'
import { ask, askUntil, reasonOf } from '../ask.ts'
import { CommandError } from '../command.ts'

const limitMs = 10_000
const pauseMs = 200
/** A shop that has just been restarted may fail for a moment. */
const retryMs = 10_000

/** `true` or `{ "paid": true }`, with `times` if the shop counts how often it shipped. */
const answer = z.union([
  z.boolean().transform((paid) => ({ paid, times: undefined })),
  z.object({ paid: z.boolean(), times: z.int().min(0).optional() }),
])

export interface Paid {
  readonly paid: boolean
  /** How often the order was fulfilled; `undefined` if the shop does not count. */
  readonly times?: number | undefined
}

/** No answer, or one that may be another at the next request. */
class Temporary extends CommandError {}

export class PaidOrders {
  /** @param address with `{order}` in place of the order's id */
  constructor(
    private readonly address: string,
    private readonly ended: AbortSignal,
  ) {}

  /**
   * Asks again for a while if there is no answer, or a temporary one.
   * @throws {CommandError} if the address does not answer in this form
   */
  async ask(order: string): Promise<Paid> {
    const pace = { limitMs: retryMs, pauseMs, ended: this.ended }
    const answer = await askUntil(
      () => this.#askOnce(order),
      (each) => !(each instanceof Temporary),
      pace,
    )
    if (answer instanceof Temporary) throw answer
    return answer
  }

  async #askOnce(order: string): Promise<Paid | Temporary> {
    const address = this.address.replaceAll('{order}', encodeURIComponent(order))
    const failure = (why: string) => `--paid-url did not answer at ${address}: ${why}.`
    const limits = { limitMs, ended: this.ended }
    const reply = await ask(address, { redirect: 'follow' }, limits).catch((error: unknown) => {
      this.ended.throwIfAborted()
      return new Temporary(failure(reasonOf(error)))
    })
    if (reply instanceof Temporary) return reply
    const { status, text, json } = reply
    if (status >= 500 || status === 408 || status === 429)
      return new Temporary(failure(`it answered ${status}`))
    if (status >= 300) throw new CommandError(failure(`it answered ${status}`))
    const parsed = answer.safeParse(json)
    if (parsed.success) return parsed.data
    throw new CommandError(
      `--paid-url must answer true, false or { "paid": true }, with "times" if the shop counts. At ${address} it ` +
        `answered: ${text.slice(0, 200)}`,
    )
  }

  /** Asks until the order is paid. @returns the last answer, also after the time limit */
  askUntilPaid(order: string, limitMs: number): Promise<Paid> {
    return this.#askUntil(({ paid }) => paid, order, limitMs)
  }

  /** Asks until the order was shipped, if the shop counts. @returns the last answer, also after the time limit */
  askUntilShipped(order: string, limitMs: number): Promise<Paid> {
    return this.#askUntil(({ times }) => times !== 0, order, limitMs)
  }

  #askUntil(isWanted: (answer: Paid) => boolean, order: string, limitMs: number): Promise<Paid> {
    return askUntil(() => this.ask(order), isWanted, { limitMs, pauseMs, ended: this.ended })
  }
}
