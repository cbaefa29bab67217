// The states of a merchant on-ramp: a one-time link to a session, the bank's authorization, the deposit, the crypto
// payout. "Onboarding fixes the payment currency, the cryptocurrency, the blockchain network and the wallet
// address of the merchant": they are constants here.
import { randomUUID } from 'node:crypto'
import type { Clock, Timers } from '../clock.ts'
import type { OnRampIntent } from './intents.ts'
import { createRecords, type Entry, type PlannedChange } from './records.ts'
import { scenarioOf } from './scenarios.ts'
import { type BankDepositStatus, isUndecided, type OnRampStatus } from './statuses.ts'
import { createTokens } from './tokens.ts'

/** "The one-time token in the link expires 2 minutes after generation; the session expires 15 minutes after." */
export const tokenTtlMs = 2 * 60_000
export const sessionTtlMs = 15 * 60_000

const onboarded = {
  currency: 'EUR',
  chainId: 137,
  address: '0x7a6f5c1d2b3e4f50617283949a5b6c7d8e9fa0b1',
  cryptoCurrency: 'USDC',
} as const

/** As GET /transaction/ shows it. */
export type OnRamp = {
  uuid: string
  type: 'MerchantOnRampTransfer'
  currency: string
  paymentStatus: OnRampStatus
  names: string
  chainId: number
  address: string
  cryptoCurrency: string
  paymentLink: string
  bankDepositStatus: BankDepositStatus
  createdAt: string
  lastUpdated: string
}

/** The merchant's request and the times of the session. The interface does not show them. */
export type OnRampSession = {
  intent: OnRampIntent
  linkExpiresAt: number
  linkUsed: boolean
  sessionExpiresAt: number
}

type OnRampRecord = OnRamp & { session: OnRampSession }

export type OnRampsOptions = {
  clock: Clock
  timers: Timers
  /** From the bank's authorization to the deposit, and again to the crypto payout. */
  settleDelayMs: number
  /** "The service receives the funds": the on-ramp's one webhook. */
  onDeposit(onRamp: OnRamp, intent: OnRampIntent): void
  /** Returns the `hostedLink` for the merchant, which a fault may replace by a malicious one. */
  applyLinkFault(link: string): string
}

export type OnRamps = ReturnType<typeof createOnRamps>

export function createOnRamps({ clock, timers, settleDelayMs, onDeposit, applyLinkFault }: OnRampsOptions) {
  const sessionTokens = createTokens()
  const linkTokens = createTokens()
  const records = createRecords<OnRampRecord>({
    clock,
    timers,
    onChange: (now, before) => {
      const arrived = now.bankDepositStatus === 'SUCCESS' && before.bankDepositStatus !== 'SUCCESS'
      if (arrived) onDeposit(withoutSession(now), now.session.intent)
    },
    onForget(uuid) {
      linkTokens.forget(uuid)
      sessionTokens.forget(uuid)
    },
  })
  const nowText = () => new Date(clock.now()).toISOString()

  function generateLink(intent: OnRampIntent, origin: string): { hostedLink: string; expiresAt: string } {
    const uuid = randomUUID()
    const linkToken = linkTokens.issue(uuid)
    const sessionExpiresAt = clock.now() + sessionTtlMs
    const hostedLink = applyLinkFault(`${origin}/on-ramp/${linkToken}`)
    const record: OnRampRecord = {
      uuid,
      type: 'MerchantOnRampTransfer',
      ...onboarded,
      paymentStatus: 'INTENT',
      names: intent.names,
      paymentLink: hostedLink,
      bankDepositStatus: 'PENDING',
      createdAt: nowText(),
      lastUpdated: nowText(),
      session: {
        intent,
        linkExpiresAt: clock.now() + tokenTtlMs,
        linkUsed: false,
        sessionExpiresAt,
      },
    }
    // "FAILED (deposit failed or timed out)": nobody paid within the session.
    records.add(uuid, record, [plan(sessionExpiresAt, { bankDepositStatus: 'FAILED' })])
    return { hostedLink, expiresAt: new Date(sessionExpiresAt).toISOString() }
  }

  /** Uses up the one-time link. Returns the session's path, or why there is none. */
  function enter(linkToken: string): { path: string } | { refused: 'unknown' | 'used' | 'expired' } {
    const record = records.find(linkTokens.idOf(linkToken))
    if (!record) return { refused: 'unknown' }
    if (record.session.linkUsed) return { refused: 'used' }
    if (clock.now() >= record.session.linkExpiresAt) return { refused: 'expired' }
    records.change(record.uuid, { session: { ...record.session, linkUsed: true } })
    return { path: `/on-ramp/session/${sessionTokens.issue(record.uuid)}` }
  }

  function change(
    uuid: string,
    fields: Partial<OnRampRecord>,
    next?: readonly PlannedChange<OnRampRecord>[],
  ) {
    return records.change(uuid, { ...fields, lastUpdated: nowText() }, next)
  }

  function plan(at: number, fields: Partial<OnRampRecord>): PlannedChange<OnRampRecord> {
    return { at, change: { ...fields, lastUpdated: new Date(at).toISOString() } }
  }

  function isPayable(record: OnRampRecord | undefined): record is OnRampRecord {
    if (!record || clock.now() >= record.session.sessionExpiresAt) return false
    return isUndecided(record.paymentStatus) && record.bankDepositStatus === 'PENDING'
  }

  /** The user chose a bank: "authorization with the bank started". */
  function start(uuid: string): void {
    const record = records.find(uuid)
    if (isPayable(record) && record.paymentStatus === 'INTENT') change(uuid, { paymentStatus: 'STARTED' })
  }

  /** The user agreed at the bank: the deposit follows, then the crypto payout. */
  function authorize(uuid: string): void {
    start(uuid)
    const record = records.find(uuid)
    if (!isPayable(record)) return
    const { kind } = scenarioOf(String(record.session.intent.amount), record.session.intent.userEmail)
    if (kind === 'fails') return fail(uuid)
    change(uuid, { paymentStatus: 'PROCESSING' }, planAfterAuthorization(kind))
  }

  function planAfterAuthorization(kind: string): PlannedChange<OnRampRecord>[] {
    const [first, second] = [clock.now() + settleDelayMs, clock.now() + 2 * settleDelayMs]
    if (kind === 'fails_late') return [plan(first, { bankDepositStatus: 'FAILED' })]
    const deposit = plan(first, { bankDepositStatus: 'SUCCESS' })
    return kind === 'stays_authorized' ? [deposit] : [deposit, plan(second, { paymentStatus: 'COMPLETED' })]
  }

  /** The bank or the user refused. Does nothing after the decision. */
  function fail(uuid: string): void {
    start(uuid)
    if (isPayable(records.find(uuid))) change(uuid, { paymentStatus: 'FAILED_INTENT' }, [])
  }

  function notifyDeposit(uuid: string): void {
    const record = records.find(uuid)
    if (record?.bankDepositStatus === 'SUCCESS') onDeposit(withoutSession(record), record.session.intent)
  }

  const show = (record: OnRampRecord | undefined) => record && withoutSession(record)

  return {
    generateLink,
    enter,
    start,
    authorize,
    fail,
    notifyDeposit,
    /** Sets any state, for the control panel. */
    moveByHand: (
      uuid: string,
      state: { paymentStatus?: OnRampStatus; bankDepositStatus?: BankDepositStatus },
    ) => show(change(uuid, state, [])),
    /** Whether the token belongs to a one-time link or to a session. */
    ownsToken: (token: string) => (linkTokens.idOf(token) || sessionTokens.idOf(token)) !== '',
    find: (uuid: string) => show(records.find(uuid)),
    /** The session of a token. After 15 minutes its page only shows how it ended. */
    findBySession: (token: string): { onRamp: OnRamp; session: OnRampSession } | undefined => {
      const record = records.find(sessionTokens.idOf(token))
      return record && { onRamp: withoutSession(record), session: record.session }
    },
    list: () => records.list().map(withoutSession),
    /** With the merchant's request, which the interface does not show. */
    listWithIntents: () =>
      records.list().map((record) => ({ ...withoutSession(record), asked: record.session.intent })),
    nextChangeAt: records.nextChangeAt,
    /** The path of the session. The one-time link leads to it, and is of no use after that. */
    hostedPath(uuid: string): string {
      const session = sessionTokens.tokenOf(uuid)
      return session === undefined ? `/on-ramp/${linkTokens.tokenOf(uuid)}` : `/on-ramp/session/${session}`
    },
    snapshot: () => ({
      entries: records.snapshot(),
      links: linkTokens.snapshot(),
      sessions: sessionTokens.snapshot(),
    }),
    restore(saved: {
      entries: readonly Entry<OnRampRecord>[]
      links: readonly [string, string][]
      sessions: readonly [string, string][]
    }) {
      linkTokens.restore(saved.links)
      sessionTokens.restore(saved.sessions)
      records.restore(saved.entries)
    },
  }
}

function withoutSession({ session: _, ...onRamp }: OnRampRecord): OnRamp {
  return onRamp
}
