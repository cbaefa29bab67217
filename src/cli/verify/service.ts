// The sandbox in the place of the payment service: its levers, as verify pulls them.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command.ts'
import { within } from '../time-limit.ts'
import { NotOffered } from './promise.ts'
import { reasonOf } from './shop-client.ts'

const controlLimitMs = 10_000
const pollMs = 50
/** Longer than an attempt to deliver one may take, and the pauses between several. */
const deliveriesLimitMs = 120_000

/** A payin as the sandbox keeps it: what the merchant's server asked for is in it. */
export interface SandboxPayin {
  readonly id: string
  readonly status: string
  readonly amount: { readonly value: string; readonly currency: string }
  readonly reference?: string
  readonly redirect_url: string
  readonly return_url?: string
  readonly webhook_url?: string
  readonly payer: { readonly email: string }
}

/** One attempt to deliver a webhook. `status` and `error` are both `null` while it is under way. */
export interface Delivery {
  readonly id: string
  readonly object_id: string
  readonly forged: boolean
  readonly status: number | null
  readonly error: string | null
}

interface State {
  readonly payins: readonly SandboxPayin[]
  readonly deliveries: readonly Delivery[]
}

/** A sandbox runs there, and has no world for the key. */
export class UnknownApiKey extends CommandError {
  constructor(origin: string) {
    super(
      `No world of the sandbox at ${origin} has the key of --api-key. Give its own, or start it with --keys any.`,
    )
  }
}

export class Service {
  readonly origin: string
  readonly apiKey: string
  readonly webhookSecret: string
  readonly #ended: AbortSignal

  constructor(
    origin: string,
    { apiKey, webhookSecret }: { apiKey: string; webhookSecret: string },
    ended: AbortSignal,
  ) {
    this.origin = origin
    this.apiKey = apiKey
    this.webhookSecret = webhookSecret
    this.#ended = ended
  }

  /** Everything that the sandbox knows. */
  state(): Promise<State> {
    return this.#control<State>('GET', 'state')
  }

  /** The payins that were made while something was done, from the first to the last. */
  async madeBy<T>(work: () => Promise<T>): Promise<{ result: T; payins: readonly SandboxPayin[] }> {
    const before = new Set((await this.state()).payins.map(({ id }) => id))
    const result = await work()
    const payins = (await this.state()).payins.filter(({ id }) => !before.has(id))
    return { result, payins: [...payins].reverse() }
  }

  async payin(id: string): Promise<SandboxPayin> {
    const found = (await this.state()).payins.find((each) => each.id === id)
    if (!found) throw new CommandError(`The sandbox at ${this.origin} was reset in the middle.`)
    return found
  }

  /** Moves a payin through these statuses, each with its webhook. */
  async move(id: string, ...statuses: readonly string[]): Promise<void> {
    for (const status of statuses) await this.#control('POST', `payins/${id}/status`, { status })
  }

  /** Switches a fault on that strikes this often. */
  async fault(fault: string, count: number, parameters: object = {}): Promise<void> {
    await this.#control('POST', 'faults', { fault, count, ...parameters })
  }

  async clearFaults(): Promise<void> {
    await this.#control('DELETE', 'faults')
  }

  /** Sends a delivery once more, byte for byte. */
  async resend(delivery: Delivery): Promise<void> {
    await this.#control('POST', `deliveries/${delivery.id}/resend`)
  }

  /** The attempts to tell of a payin, from the first to the last. */
  async deliveriesOf(payin: SandboxPayin): Promise<readonly Delivery[]> {
    return (await this.state()).deliveries.filter(({ object_id }) => object_id === payin.id)
  }

  /**
   * Waits until every attempt so far to tell of a payin has ended, and there were so many.
   * @throws {NotOffered} where the payin names no address for webhooks
   * @throws {CommandError} where they do not come: somebody works at the sandbox meanwhile
   */
  async waitForDeliveries(payin: SandboxPayin, atLeast: number): Promise<readonly Delivery[]> {
    if (!payin.webhook_url)
      throw new NotOffered('your payments name no webhook_url, so the service tells your server nothing')
    for (const until = performance.now() + deliveriesLimitMs; ; ) {
      const all = await this.deliveriesOf(payin)
      if (all.length >= atLeast && all.every(({ status, error }) => status !== null || error !== null))
        return all
      if (performance.now() > until)
        throw new CommandError(
          `The sandbox at ${this.origin} sends no webhook any more. Was it reset in the middle?`,
        )
      await sleep(pollMs, undefined, { signal: this.#ended })
    }
  }

  /** A lever of the sandbox. @throws {CommandError} where it does not answer as a sandbox does */
  async #control<T>(method: string, path: string, order: object = {}): Promise<T> {
    const address = `${this.origin}/sandbox/${path}`
    try {
      return await within(controlLimitMs, this.#ended, async (signal) => {
        const response = await fetch(address, {
          method,
          headers: {
            // Of several worlds in one sandbox, the one that the merchant's server works in.
            'X-API-Key': this.apiKey,
            ...(method === 'POST' && { 'Content-Type': 'application/json', 'X-Request-Id': randomUUID() }),
          },
          ...(method === 'POST' && { body: JSON.stringify(order) }),
          signal,
        })
        const text = await response.text()
        if (response.status === 401) throw new UnknownApiKey(this.origin)
        if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
        return (text ? JSON.parse(text) : undefined) as T
      })
    } catch (error) {
      if (this.#ended.aborted || error instanceof UnknownApiKey) throw error
      throw new CommandError(`The sandbox did not answer at ${address}: ${reasonOf(error)}`)
    }
  }
}
