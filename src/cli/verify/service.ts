// The sandbox in the role of the payment service, controlled by its JSON interface.
import { randomUUID } from 'node:crypto'
import { CommandError } from '../command.ts'
import { within } from '../time-limit.ts'
import { askUntil } from './ask-until.ts'
import { NotOffered } from './promise.ts'
import { reasonOf } from './shop-client.ts'

const controlLimitMs = 10_000
const pauseMs = 50
/** Longer than several attempts to deliver a webhook, with the pauses between them. */
const deliveriesLimitMs = 120_000

/** A payin in the sandbox, with the fields that the merchant's server sent. */
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

/** One attempt to deliver a webhook. `status` and `error` are both `null` until it has ended. */
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
  readonly requests: readonly { readonly id: string; readonly method: string; readonly path: string }[]
}

/**
 * The key of a world in which verify stores the endpoint that it checks, in a sandbox that it has started. Two runs with one
 * sandbox would count each other's payments.
 */
export const endpointKey = 'test_endpoint_of_verify'

/** A sandbox answers, but it has no world for this API key. */
export class UnknownApiKey extends CommandError {
  constructor(origin: string) {
    super(
      `The sandbox at ${origin} accepts the key of --api-key in none of its worlds. Give its own key, or start it with --keys any.`,
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

  /** The whole state of the sandbox. */
  state(): Promise<State> {
    return this.#control<State>('GET', 'state')
  }

  /** Stores the endpoint in a sandbox that verify has started. */
  async storeEndpoint(endpoint: string): Promise<void> {
    await this.#send('POST', '/api/v2/payins', endpointKey, {
      amount: { value: '1.00', currency: 'EUR' },
      payer: { email: 'verify@example.test' },
      return_url: endpoint,
    })
  }

  /** The endpoint that another verify checks at the moment; `null` if verify has not started this sandbox. */
  async otherEndpoint(): Promise<string | null> {
    try {
      const { payins } = await this.#send<State>('GET', '/sandbox/state', endpointKey)
      return payins.at(-1)?.return_url ?? null
    } catch (error) {
      if (error instanceof UnknownApiKey) return null
      throw error
    }
  }

  /** The ids of all calls that create a payin, also of those that failed. */
  async createCalls(): Promise<readonly string[]> {
    const { requests } = await this.state()
    return requests
      .filter(({ method, path }) => method === 'POST' && path === '/api/v2/payins')
      .map(({ id }) => id)
  }

  /** The addresses of the hosted pages of all payins. */
  async pages(): Promise<readonly string[]> {
    return (await this.state()).payins.map(({ redirect_url }) => redirect_url)
  }

  /** Runs `work`. @returns its result and the payins that were created meanwhile, oldest first */
  async madeBy<T>(work: () => Promise<T>): Promise<{ result: T; payins: readonly SandboxPayin[] }> {
    const before = new Set((await this.state()).payins.map(({ id }) => id))
    const result = await work()
    const payins = (await this.state()).payins.filter(({ id }) => !before.has(id))
    return { result, payins: [...payins].reverse() }
  }

  async payin(id: string): Promise<SandboxPayin> {
    const found = (await this.state()).payins.find((each) => each.id === id)
    if (!found) throw new CommandError(`The sandbox at ${this.origin} was reset during the run.`)
    return found
  }

  /** Moves a payin through these statuses, each with its webhook. */
  async move(id: string, ...statuses: readonly string[]): Promise<void> {
    for (const status of statuses) await this.#control('POST', `payins/${id}/status`, { status })
  }

  /** Adds a fault that strikes `count` times. */
  async fault(fault: string, count: number, parameters: object = {}): Promise<void> {
    await this.#control('POST', 'faults', { fault, count, ...parameters })
  }

  async clearFaults(): Promise<void> {
    await this.#control('DELETE', 'faults')
  }

  /** Sends a delivery again, byte for byte. */
  async resend(delivery: Delivery): Promise<void> {
    await this.#control('POST', `deliveries/${delivery.id}/resend`)
  }

  /** The deliveries about a payin, oldest first. */
  async deliveriesOf(payin: SandboxPayin): Promise<readonly Delivery[]> {
    return (await this.state()).deliveries.filter(({ object_id }) => object_id === payin.id)
  }

  /**
   * Waits until there are at least this many deliveries about a payin, and all of them have ended.
   * @throws {NotOffered} if the payin has no `webhook_url`
   * @throws {CommandError} if they do not come, for example because the sandbox was reset
   */
  async waitForDeliveries(payin: SandboxPayin, atLeast: number): Promise<readonly Delivery[]> {
    if (!payin.webhook_url)
      throw new NotOffered('your payments have no webhook_url, so the service sends no webhooks')
    const isDone = (all: readonly Delivery[]) =>
      all.length >= atLeast && all.every(({ status, error }) => status !== null || error !== null)
    const pace = { limitMs: deliveriesLimitMs, pauseMs, ended: this.#ended }
    const all = await askUntil(() => this.deliveriesOf(payin), isDone, pace)
    if (isDone(all)) return all
    throw new CommandError(
      `The sandbox at ${this.origin} sends no more webhooks. Was it reset during the run?`,
    )
  }

  /** Calls the sandbox's control interface. @throws {CommandError} if it does not answer as a sandbox does */
  #control<T>(method: string, path: string, order: object = {}): Promise<T> {
    // The key selects the world of the merchant's server, if the sandbox has several.
    return this.#send<T>(method, `/sandbox/${path}`, this.apiKey, order)
  }

  async #send<T>(method: string, path: string, apiKey: string, order: object = {}): Promise<T> {
    const address = `${this.origin}${path}`
    try {
      return await within(controlLimitMs, this.#ended, async (signal) => {
        const response = await fetch(address, {
          method,
          headers: {
            'X-API-Key': apiKey,
            ...(method === 'POST' && {
              'Content-Type': 'application/json',
              'X-Request-Id': randomUUID(),
              'Idempotency-Key': randomUUID(),
            }),
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
