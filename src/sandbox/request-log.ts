// The calls of both interfaces, for tests and for the control panel. Keeps idempotency keys, never the API key.
import { randomUUID } from 'node:crypto'
import type { Journal } from './journal.ts'

/** `status` is null until the call is answered. It stays null when the connection was cut. */
export type LoggedRequest = {
  id: string
  at: string
  method: string
  path: string
  status: number | null
  idempotency_key: string | null
}

const remembered = 10_000

export function createRequestLog(journal: Pick<Journal, 'add'>) {
  const requests: LoggedRequest[] = []
  return {
    requests: requests as readonly LoggedRequest[],
    /** Logs a call before it is answered. Call `end` with the status of the answer. */
    add(call: Omit<LoggedRequest, 'id' | 'status'>): { end(status: number | null): void } {
      const request: LoggedRequest = { id: randomUUID(), ...call, status: null }
      requests.push(request)
      if (requests.length > remembered) requests.shift()
      journal.add('call.started', request)
      return {
        end(status) {
          request.status = status
          journal.add('call.ended', request)
        },
      }
    },
    clear: () => requests.splice(0),
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
