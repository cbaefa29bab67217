// The life of a payin: creation, the payer's decisions, settlement, expiry. Knows no HTTP. Every change of
// status leaves through `onStatusChange`, which is where webhooks start.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Timers } from './clock.ts'
import type { PayinIntent } from './payin-intent.ts'
import { canMove, isOpen, type PayinStatus, type PayinStatusDetails } from './transitions.ts'

export type Payin = PayinIntent & {
  id: string
  status: PayinStatus
  status_details?: PayinStatusDetails
  created_at: string
  expires_at: string
  redirect_url: string
}

/** What the payer decided on the hosted page. */
export type Decision = { status: 'AUTHORIZED' } | { status: 'FAILED'; status_details: PayinStatusDetails }

type Entry = { payin: Payin; expiresAt: number; movedByHand: boolean; cancelTimer: () => void }

export type PayinsOptions = {
  clock: Clock
  timers: Timers
  settleDelayMs: number
  payinTtlMs: number
  onStatusChange(payin: Payin): void
}

export type Payins = ReturnType<typeof createPayins>

export function createPayins(options: PayinsOptions) {
  const { clock, timers, settleDelayMs, payinTtlMs, onStatusChange } = options
  const entries = new Map<string, Entry>()
  const idsByToken = new Map<string, string>()

  /** @param origin where the caller reaches the sandbox: the payer will find it there too */
  function create(intent: PayinIntent, origin: string): Payin {
    const createdAt = clock.now()
    const expiresAt = createdAt + payinTtlMs
    // Not the payin's id: who may read the payin through the API and who may pay it are different people.
    const token = randomBytes(24).toString('base64url')
    const payin: Payin = {
      id: randomUUID(),
      status: 'CREATED',
      ...intent,
      created_at: new Date(createdAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
      redirect_url: `${origin}/pay/${token}`,
    }
    const entry: Entry = { payin, expiresAt, movedByHand: false, cancelTimer: () => {} }
    entries.set(payin.id, entry)
    idsByToken.set(token, payin.id)
    waitForExpiry(entry)
    return payin
  }

  function enter(entry: Entry, status: PayinStatus, details?: PayinStatusDetails) {
    entry.cancelTimer()
    const { status_details: _, ...rest } = entry.payin
    entry.payin = { ...rest, status, ...(details ? { status_details: details } : {}) }
    onStatusChange(entry.payin)
  }

  /** False when the table does not know the move; then nothing happens. */
  function move(entry: Entry, status: PayinStatus, details?: PayinStatusDetails): boolean {
    if (!canMove(entry.payin.status, status)) return false
    enter(entry, status, details)
    return true
  }

  function waitForExpiry(entry: Entry) {
    entry.cancelTimer = timers.after(entry.expiresAt - clock.now(), () => expireWhenDue(entry))
  }

  // Also asked on every read: a clock that jumped (a laptop that slept) must not show a payable payin.
  function expireWhenDue(entry: Entry): Entry {
    const due = isOpen(entry.payin.status) && clock.now() >= entry.expiresAt && !entry.movedByHand
    if (due) move(entry, 'EXPIRED')
    return entry
  }

  function read(id: string): Entry | undefined {
    const entry = entries.get(id)
    return entry && expireWhenDue(entry)
  }

  function initiate(id: string) {
    const entry = read(id)
    if (entry && move(entry, 'INITIATED') && !entry.movedByHand) waitForExpiry(entry)
  }

  /** The payer's decision; without effect when the payin is no longer open. */
  function decide(id: string, decision: Decision) {
    initiate(id)
    const entry = read(id)
    if (!entry) return
    const details = decision.status === 'FAILED' ? decision.status_details : undefined
    if (!move(entry, decision.status, details) || decision.status === 'FAILED') return
    entry.cancelTimer = timers.after(settleDelayMs, () => move(entry, 'COMPLETED'))
  }

  /** To any status, past the table: the control panel's way. From then on nothing but the payer moves it. */
  function moveByHand(id: string, status: PayinStatus, details?: PayinStatusDetails): Payin | undefined {
    const entry = entries.get(id)
    if (!entry) return undefined
    entry.movedByHand = true
    enter(entry, status, details)
    return entry.payin
  }

  return {
    create,
    initiate,
    decide,
    moveByHand,
    find: (id: string) => read(id)?.payin,
    findByToken: (token: string) => read(idsByToken.get(token) ?? '')?.payin,
    /** Newest first. The document does not show an order; this one puts what a person looks for on top. */
    list: (): Payin[] => [...entries.values()].map((entry) => expireWhenDue(entry).payin).reverse(),
  }
}
