// A client of the merchant protocol that behaves like the widget and keeps every raw answer, for the messages.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { mistakesIn } from '../../contract/answer-mistakes.ts'
import { parseRetryAfter } from '../../protocol/retry-after.ts'
import { NotASession, parseSession, type Session } from '../../protocol/session.ts'
import { type Answer, ask, askUntil, reasonOf } from '../ask.ts'
import { CommandError } from '../command.ts'
import { secretsIn, withoutSecrets } from '../own-headers.ts'
import { noTokens, type OrderTokens } from './orders.ts'
import { AlreadyPaid, Broken } from './promise.ts'

/** The widget's own timeout. */
const answerLimitMs = 30_000
/** How long a create request is repeated with its key. */
const createTimeoutMs = 40_000
const longestPauseMs = 5_000
const readEveryMs = 200
const shownBytes = 200

export interface CreateOptions {
  /** Default: a new one. */
  readonly key?: string
  /** Sent beside the order. */
  readonly extra?: object
  /** The order does not exist, so the shop may fail to make a token for it. */
  readonly isUnknown?: true
}

/** A request with plain headers. */
export interface ShopRequest extends RequestInit {
  readonly headers?: Record<string, string>
}

/** What shows the server whose order it is. */
export interface ShopperProof {
  /** Sent with each request, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent with each create request. */
  readonly tokenOf?: OrderTokens
}

/** Checks the answer to each create request. @throws if the run must stop */
export type CheckAnswer = (shop: ShopClient, answer: Answer) => Promise<void>

export class ShopClient {
  /** What was wrong with the fields of all answers so far, each mistake once. */
  readonly mistakes: Set<string> = new Set()
  readonly #headers: Readonly<Record<string, string>>
  readonly #tokenOf: OrderTokens

  /** @param endpoint base address of the merchant protocol, without a slash at its end */
  constructor(
    readonly endpoint: string,
    private readonly ended: AbortSignal,
    { headers = {}, tokenOf = noTokens }: ShopperProof,
    private readonly checkAnswer: CheckAnswer,
  ) {
    this.#headers = headers
    this.#tokenOf = tokenOf
  }

  /**
   * One request below the endpoint.
   * @throws {Broken} without an answer
   */
  async ask(path: string, init: ShopRequest = {}): Promise<Answer> {
    try {
      const headers = new Headers(this.#headers)
      for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value)
      const limits = { limitMs: answerLimitMs, ended: this.ended }
      const answer = await ask(`${this.endpoint}${path}`, { ...init, headers }, limits)
      const { method = 'GET' } = init
      for (const mistake of mistakesIn({ ...answer, method, path })) this.mistakes.add(mistake)
      // Error pages of many frameworks repeat the headers of the request, and messages quote answers.
      return { ...answer, text: withoutSecrets(answer.text, secretsIn(this.#headers)) }
    } catch (error) {
      if (this.ended.aborted) throw error
      const what = `${init.method ?? 'GET'} ${this.endpoint}${path.replace(/(sessions\/.{6})[^/?]*/, '$1…')}`
      throw new Broken(`No answer to ${what}: ${reasonOf(error)}.`)
    }
  }

  async create(
    order: string,
    { key = randomUUID(), extra = {}, isUnknown }: CreateOptions = {},
  ): Promise<Answer> {
    const token = await this.#tokenOf(order).catch((error: unknown) => {
      if (isUnknown && error instanceof CommandError) return undefined
      throw error
    })
    const answer = await this.ask('/sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ order, kind: 'payin', ...(token !== undefined && { token }), ...extra }),
    })
    await this.checkAnswer(this, answer)
    return answer
  }

  /**
   * Sends a create request as the widget does: repeats it with the same key while the answer is temporary. 500 is not
   * temporary: the widget does not retry after it.
   * @throws {AlreadyPaid} {Broken} if it is refused, or not accepted in time
   */
  async createUntilAccepted(order: string, create: CreateOptions = {}): Promise<Session> {
    const key = create.key ?? randomUUID()
    const until = Date.now() + createTimeoutMs
    for (;;) {
      const answer = await this.create(order, { ...create, key }).catch((error: unknown) => {
        if (error instanceof Broken && Date.now() < until) return null
        throw error
      })
      if (answer && answer.status < 300) return this.sessionIn(answer)
      const isTemporaryAnswer = !answer || isTemporary(answer.status)
      if (answer?.status === 409)
        throw new AlreadyPaid(`Order ${order} was answered ${describeAnswer(answer)}.`)
      if (!isTemporaryAnswer)
        throw new Broken(
          `The request for order ${order} was answered ${describeAnswer(answer)}.${this.hintFor(answer)}`,
        )
      if (answer && Date.now() > until)
        throw new Broken(
          `The request for order ${order} was repeated for ${createTimeoutMs / 1_000} seconds. The last answer was ${describeAnswer(answer)}.`,
        )
      await this.#pause(answer)
    }
  }

  /** What to do about a refusal for lack of proof whose order it is; otherwise empty. */
  hintFor({ status }: Answer): string {
    const lacksProof = this.#tokenOf === noTokens && Object.keys(this.#headers).length === 0
    if (!lacksProof || (status !== 401 && status !== 403)) return ''
    return ' If your server checks whose order it is, add --token "<command>" or --header "Cookie: …".'
  }

  /** Repeats a read while the answer is temporary, such as 503. @throws {Broken} without an answer */
  async askUntilAvailable(path: string): Promise<Answer> {
    const until = Date.now() + createTimeoutMs
    for (;;) {
      const answer = await this.ask(path)
      if (!isTemporary(answer.status) || Date.now() > until) return answer
      await this.#pause(answer)
    }
  }

  /** Waits as long as `Retry-After` asks for. */
  async #pause(answer: Answer | null): Promise<void> {
    const pause = answer ? parseRetryAfter(answer.headers.get('Retry-After'), Date.now()) : null
    await sleep(Math.min(pause ?? 500, longestPauseMs), undefined, { signal: this.ended })
  }

  /** @throws {Broken} if the answer is not a session */
  sessionIn(answer: Answer, before?: Session): Session {
    try {
      return parseSession(answer.json, before)
    } catch (error) {
      if (!(error instanceof NotASession)) throw error
      throw new Broken(`${error.message} The answer was ${describeAnswer(answer)}.`)
    }
  }

  readAnswer(id: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.ask(`/sessions/${encodeURIComponent(id)}`, { headers })
  }

  /** @throws {Broken} if the session cannot be read */
  async read(before: Session): Promise<Session> {
    const answer = await this.readAnswer(before.id)
    if (answer.status !== 200)
      throw new Broken(`A read of the session was answered ${describeAnswer(answer)}.`)
    return this.sessionIn(answer, before)
  }

  /**
   * Reads until `isReached` accepts the session. A failed read counts as "not yet".
   * @returns the last session that was read, also after the time limit
   */
  readUntil(before: Session, isReached: (now: Session) => boolean, limitMs: number): Promise<Session> {
    let now = before
    const read = async () => {
      const answer = await this.readAnswer(before.id).catch(nullIfBroken)
      if (answer?.status === 200) now = this.sessionIn(answer, now)
      return now
    }
    return askUntil(read, isReached, { limitMs, pauseMs: readEveryMs, ended: this.ended })
  }
}

const isTemporary = (status: number): boolean => status === 408 || status === 429 || status > 501

/** The status and the beginning of the body, for a message. */
export function describeAnswer({ status, text, headers }: Answer): string {
  const body = text.trim().replace(/\s+/g, ' ')
  const type = headers.get('Content-Type')?.split(';')[0] ?? 'no content type'
  if (!body) return `${status} with an empty body`
  return `${status} (${type}): ${body.length > shownBytes ? `${body.slice(0, shownBytes)}…` : body}`
}

/** For `catch`: a request that got no answer. */
export function nullIfBroken(error: unknown): null {
  if (error instanceof Broken) return null
  throw error
}
