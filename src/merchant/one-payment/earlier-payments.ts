// Before an address of an order is given out, the service is asked about everything else of it that could have been paid
// meanwhile: also about what had failed or expired, for a webhook may be lost, and the service may change its mind.
import { type Kind, ServiceError } from '../../server/index.ts'
import { listedKindFor } from '../kinds/kinds.ts'
import type { Fetched, ServicePorts } from '../kinds/service-port.ts'
import { isUnknownToService } from '../service/error-meaning.ts'
import { holdsMoney } from '../session/outcomes.ts'
import type { SessionRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import type { Recognize } from './adopt.ts'
import { nameOf, type Subject } from './order-transaction.ts'

/** What was asked about on behalf of one press. */
export interface Asked {
  readonly sessions: Set<string>
  /** Everything that the service lists under the order's reference, rows or not. */
  listed: boolean
}

export interface Questions {
  readonly sessions: readonly SessionRow[]
  /** Ask for the list: rows of this order may be missing here. */
  readonly list: boolean
  /** No address hangs on the answers: a service that cannot be asked changes nothing. */
  readonly isOptional?: boolean
}

/**
 * Tells whether the service may say something new about a session. Of an attempt whose create was never answered nobody
 * has an address, and of an on-ramp without a transaction nothing can be read: its webhook alone tells of it.
 */
export const canHaveMoved = ({ service_id, outcome }: SessionRow): boolean =>
  service_id !== null && !holdsMoney(outcome)

/** What has to be asked before an address is given out; `null` when nothing has. @param except the session itself */
export function questionsOf(
  sessions: readonly SessionRow[],
  except: string | null,
  asked: Asked,
  isListNeeded: boolean,
): Questions | null {
  const open = sessions.filter((row) => row.id !== except && canHaveMoved(row) && !asked.sessions.has(row.id))
  const list = isListNeeded && !asked.listed
  return open.length > 0 || list ? { sessions: open, list } : null
}

/** What the list says of one payment. */
interface Listed {
  readonly fetched: Fetched
  /** In milliseconds since 1970. */
  readonly fetchStartedAt: number
  readonly source: 'lookup'
}

export interface EarlierParts {
  readonly ports: ServicePorts
  /** Makes an answer of the list the truth about its session (news/apply.ts). */
  readonly apply: (session: SessionRow, news: Listed) => Promise<unknown>
  /** Asks the service about one session, and does the same with the answer (news/refresh.ts). */
  readonly refresh: (session: string, source: 'lookup') => Promise<unknown>
  readonly recognize: Recognize
  readonly now: () => number
}

export type AskEarlier = ReturnType<typeof createAskEarlier>

/** Makes the function that asks, and applies every answer. */
export function createAskEarlier({ ports, apply, refresh, recognize, now }: EarlierParts) {
  const lists = createFlights<ReadonlySet<string>>()

  /** Reads the list of a reference. @returns the sessions that it told about */
  async function list(
    subject: Subject,
    kind: Kind,
    reference: string,
    fetchStartedAt: number,
  ): Promise<ReadonlySet<string>> {
    const told = new Set<string>()
    for (const found of (await ports[kind].findAll?.(reference)) ?? []) {
      const row = await recognize(subject, kind, found)
      if (!row) continue
      told.add(row.id)
      await apply(row, { fetched: found.fetched, fetchStartedAt, source: 'lookup' })
    }
    return told
  }

  async function askOne({ id }: SessionRow): Promise<void> {
    try {
      await refresh(id, 'lookup')
    } catch (error) {
      if (!isUnknownToService(error)) throw error
    }
  }

  /**
   * @param reference what the service knows the order by
   * @throws {ServiceError} when not everything could be asked about: then no address may be given out
   */
  return async function askEarlier(
    subject: Subject,
    reference: string,
    questions: Questions,
    asked: Asked,
  ): Promise<void> {
    try {
      await askAll(subject, reference, questions, asked)
    } catch (error) {
      if (!questions.isOptional || !(error instanceof ServiceError)) throw error
      asked.listed = true
    }
  }

  async function askAll(
    subject: Subject,
    reference: string,
    { sessions, list: isListNeeded }: Questions,
    asked: Asked,
  ): Promise<void> {
    const kind = listedKindFor(subject.kind)
    const listable = sessions.filter((row) => row.kind === kind)
    let told: ReadonlySet<string> = new Set()
    // One list tells as much as many reads.
    if (isListNeeded || listable.length > 1) {
      // After whatever is known by now, also when it came from an instance whose clock is ahead of ours.
      const known = sessions.map(({ fetch_started_at }) => fetch_started_at?.getTime() ?? 0)
      told = await lists.next(`${nameOf(subject)} ${reference}`, () =>
        list(subject, kind, reference, Math.max(now(), ...known)),
      )
      asked.listed = true
    }
    await Promise.all(sessions.filter(({ id }) => !told.has(id)).map(askOne))
    for (const { id } of [...sessions]) asked.sessions.add(id)
    for (const id of told) asked.sessions.add(id)
  }
}

export const nothingAsked = (): Asked => ({ sessions: new Set(), listed: false })
