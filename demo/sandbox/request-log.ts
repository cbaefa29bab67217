// What callers asked of both interfaces, for tests and people. Idempotency keys are kept, the API key never is.
import { randomUUID } from 'node:crypto'
import type { Journal } from './journal.ts'

/** `status` is null while the answer is under way, and stays null when the connection was cut. */
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
    /** Writes a call down before it is answered; what comes back is told its end. */
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
