// The text of one event in the log. The session's id and the address of its page are capabilities: a person who reads them
// over a shoulder, in a screenshot or in a recording could use them, so only their first characters are shown.

/** @typedef {{ name: string, order: string, facts: string[] }} EventText */

const shownFields = [
  'status',
  'status_details',
  'previous',
  'outcome',
  'method',
  'bank',
  'mode',
  'kind',
  'message',
  'retryable',
]

/**
 * @param {string} name
 * @param {string} order
 * @param {unknown} detail
 * @returns {EventText}
 */
export function eventText(name, order, detail) {
  /** @type {Record<string, unknown>} */
  const session = typeof detail === 'object' && detail !== null ? { ...detail } : {}
  const secrets = [session.id, session.redirect_url, session.url].filter(
    (value) => typeof value === 'string' && value !== '',
  )
  const facts = shownFields
    .filter((key) => session[key] !== undefined && session[key] !== null)
    .map((key) => `${key} ${withoutSecrets(String(session[key]), secrets)}`)
  if (typeof session.id === 'string' && session.id !== '') facts.push(`session ${shortened(session.id)}`)
  return { name, order, facts }
}

/** @param {string} secret */
function shortened(secret) {
  return `${secret.slice(0, 6)}…`
}

/**
 * @param {string} text
 * @param {unknown[]} secrets
 */
function withoutSecrets(text, secrets) {
  return secrets.reduce((/** @type {string} */ safe, secret) => {
    return safe.replaceAll(String(secret), shortened(String(secret)))
  }, text)
}
