// All engines are driven with the commands of W3C WebDriver. chromedriver and WebKitWebDriver take them over HTTP. For
// Firefox, marionette.ts translates them for its built-in remote control (Marionette).

/** A command inside the session, as W3C WebDriver names it: `POST`, `actions`, its parameters. */
export interface Wire {
  send(method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: object): Promise<unknown>
  /** Ends the session. */
  close(): Promise<void>
}

/** A driver's error. `code` is WebDriver's: `no such window`, `javascript error`. */
export class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'DriverError'
    this.code = code
  }
}

/**
 * Begins a session.
 * @param driver address of the driver
 * @throws {DriverError} when the driver cannot start its browser
 */
export async function openHttpWire(driver: string, capabilities: object): Promise<Wire> {
  const made = await request('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } })
  if (!isSession(made)) throw new Error(`${driver} gave no session: ${JSON.stringify(made)}`)
  const session = `${driver}/session/${made.sessionId}`
  return {
    send: (method, path, parameters = {}) => request(method, `${session}/${path}`, parameters),
    async close() {
      await request('DELETE', session, {})
    },
  }
}

async function request(method: string, address: string, parameters: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(parameters) }),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new DriverError(error, message)
}

const isSession = (value: unknown): value is { sessionId: string } =>
  typeof value === 'object' && value !== null && 'sessionId' in value
