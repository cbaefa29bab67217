// The sandbox in the role of the payment service of the server that is checked.
import { askUntil } from '../ask.ts'
import { CommandError } from '../command.ts'
import type { SandboxPayin, SandboxState, SentDelivery } from '../sandbox-client/answers.ts'
import { createControl, type SandboxControl } from '../sandbox-client/control.ts'
import { NotOffered } from './promise.ts'

const pauseMs = 50
/** Longer than several attempts to deliver a webhook, with the pauses between them. */
const deliveriesLimitMs = 120_000

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
  readonly apiKey: string
  readonly webhookSecret: string
  /** The world of the merchant's server, if the sandbox has several. */
  readonly #control: SandboxControl
  /** The world of `endpointKey`. */
  readonly #endpoints: SandboxControl

  constructor(
    readonly origin: string,
    { apiKey, webhookSecret }: { apiKey: string; webhookSecret: string },
    private readonly ended: AbortSignal,
  ) {
    this.apiKey = apiKey
    this.webhookSecret = webhookSecret
    const connect = (key: string) =>
      createControl({
        ...{ origin, apiKey: key, signal: ended },
        remedy: 'Give the address of a sandbox that runs until verify has ended with --sandbox.',
        fail: ({ lines, refusedWith }) =>
          refusedWith === 401 ? new UnknownApiKey(origin) : new CommandError(...lines),
      })
    this.#control = connect(apiKey)
    this.#endpoints = connect(endpointKey)
  }

  /** @throws {CommandError} if it does not answer as a sandbox does */
  state(): Promise<SandboxState> {
    return this.#control.readState()
  }

  /** Stores the endpoint in a sandbox that verify has started. */
  async storeEndpoint(endpoint: string): Promise<void> {
    await this.#endpoints.create('payin', {
      amount: { value: '1.00', currency: 'EUR' },
      payer: { email: 'verify@example.test' },
      return_url: endpoint,
    })
  }

  /** The endpoint that another verify checks at the moment; `null` if verify has not started this sandbox. */
  async otherEndpoint(): Promise<string | null> {
    try {
      const { payins } = await this.#endpoints.readState()
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
    for (const status of statuses) await this.#control.move({ kind: 'payin', id }, { status })
  }

  /** Adds a fault that strikes `count` times. */
  async fault(fault: string, count: number, parameters: object = {}): Promise<void> {
    await this.#control.addFault({ fault, count, ...parameters })
  }

  async clearFaults(): Promise<void> {
    await this.#control.clearFaults()
  }

  async resend(delivery: SentDelivery): Promise<void> {
    await this.#control.resend(delivery.id)
  }

  /** The deliveries about a payin, oldest first. */
  async deliveriesOf(payin: SandboxPayin): Promise<readonly SentDelivery[]> {
    return (await this.state()).deliveries.filter(({ object_id }) => object_id === payin.id)
  }

  /**
   * Waits until there are at least this many deliveries about a payin, and all of them have ended.
   * @throws {NotOffered} if the payin has no `webhook_url`
   * @throws {CommandError} if they do not come, for example because the sandbox was reset
   */
  async waitForDeliveries(payin: SandboxPayin, atLeast: number): Promise<readonly SentDelivery[]> {
    if (!payin.webhook_url)
      throw new NotOffered('your payments have no webhook_url, so the service sends no webhooks')
    const isDone = (all: readonly SentDelivery[]) =>
      all.length >= atLeast && all.every(({ status, error }) => status !== null || error !== null)
    const pace = { limitMs: deliveriesLimitMs, pauseMs, ended: this.ended }
    const all = await askUntil(() => this.deliveriesOf(payin), isDone, pace)
    if (isDone(all)) return all
    throw new CommandError(
      `The sandbox at ${this.origin} sends no more webhooks. Was it reset during the run?`,
    )
  }
}
