// What callers asked of /api/v2, for tests and people. Idempotency keys are kept, the API key never is.

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
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
