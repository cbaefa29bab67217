// What callers asked of both interfaces, for tests and people. Idempotency keys are kept, the API key never is.

/** `status` is null while the answer is under way, and stays null when the connection was cut. */
export type LoggedRequest = {
  at: string
  method: string
  path: string
  status: number | null
  idempotency_key: string | null
}

const remembered = 10_000

export function createRequestLog() {
  const requests: LoggedRequest[] = []
  return {
    requests: requests as readonly LoggedRequest[],
    add(request: LoggedRequest): LoggedRequest {
      requests.push(request)
      if (requests.length > remembered) requests.shift()
      return request
    },
    clear: () => requests.splice(0),
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
