// The payment service and the merchant's server in one, in the browser's storage: the sessions with their
// statuses. Two pages share it: the shop's page reads, and the payment page changes the status.

const key = 'payin-checkout-docs:sessions'
const paidWithinMs = 15 * 60_000

/**
 * @typedef {'CREATED' | 'COMPLETED' | 'FAILED' | 'EXPIRED'} Status
 * @typedef {{ id: string, attempt: string, order: string, status: Status, details: string | null, expiresAt: number, version: number }} Kept
 */

/** Whether the browser allows storage. Without it the payment page cannot work. */
export function canKeep() {
  try {
    localStorage.setItem(`${key}:try`, '')
    localStorage.removeItem(`${key}:try`)
    return true
  } catch {
    return false
  }
}

/**
 * The session of an attempt: a repeated request with the same key gives the same session.
 * @param {string} attempt the idempotency key
 * @param {string} order
 * @returns {Kept | 'paid'} `paid`: another session has paid the order
 */
export function createSession(attempt, order) {
  const sessions = all()
  const known = sessions.find((session) => session.attempt === attempt)
  if (known) return known
  if (sessions.some((session) => session.order === order && session.status === 'COMPLETED')) return 'paid'
  const made = {
    id: `cs_${crypto.randomUUID().replaceAll('-', '')}`,
    attempt,
    order,
    status: /** @type {const} */ ('CREATED'),
    details: null,
    expiresAt: Date.now() + paidWithinMs,
    version: 1,
  }
  keep([...sessions, made])
  return made
}

/**
 * @param {string} id
 * @returns {Kept | undefined}
 */
export function findSession(id) {
  const found = all().find((session) => session.id === id)
  const isLate = found?.status === 'CREATED' && found.expiresAt < Date.now()
  return isLate ? decide(id, 'EXPIRED') : found
}

/**
 * Applies the shopper's action on the payment page. A finished session does not change.
 * @param {string} id
 * @param {Status} status
 * @param {string | null} details why it failed
 * @returns {Kept | undefined}
 */
export function decide(id, status, details = null) {
  const sessions = all().map((session) =>
    session.id === id && session.status === 'CREATED'
      ? { ...session, status, details, version: session.version + 1 }
      : session,
  )
  keep(sessions)
  return sessions.find((session) => session.id === id)
}

/** Forgets every session. */
export function forgetAll() {
  localStorage.removeItem(key)
}

/**
 * Resolves when another page has changed something, at the end of the time, or when the signal aborts.
 * @param {number} waitMs
 * @param {AbortSignal | null | undefined} signal
 */
export function untilChanged(waitMs, signal) {
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('storage', onStorage)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const onStorage = (/** @type {StorageEvent} */ event) => {
      if (event.key === key || event.key === null) done()
    }
    const timer = setTimeout(done, waitMs)
    addEventListener('storage', onStorage)
    signal?.addEventListener('abort', done)
  })
}

/** @returns {Kept[]} none if other code has written something else there */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry?.id === 'string') : []
  } catch {
    return []
  }
}

/** @param {Kept[]} sessions */
function keep(sessions) {
  localStorage.setItem(key, JSON.stringify(sessions.slice(-20)))
}
