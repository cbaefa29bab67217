// Who carries the service's webhooks. The service believes each delivered at once; when, how often, in which order and
// whether at all they really arrive is the test's to say.

export interface SentWebhook {
  readonly payin: string
  readonly status: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
  /** Taken over by the merchant: answered with 2xx. */
  arrived: boolean
}

export function createWebhookRecorder() {
  const letters: SentWebhook[] = []

  const collect: typeof fetch = async (url, init) => {
    const body = String(init?.body)
    const { id: payin, status } = JSON.parse(body) as { id: string; status: string }
    const headers = new Headers(init?.headers)
    letters.push({ payin, status, path: new URL(String(url)).pathname, headers, body, arrived: false })
    return new Response('{}')
  }

  return {
    /** What the service sends with. */
    fetch: collect,
    /** All that were ever sent, oldest first. */
    letters: letters as readonly SentWebhook[],
    /** Tells whether the service has ever said this of the payin. */
    hasSent: (payin: string, status: string) =>
      letters.some((letter) => letter.payin === payin && letter.status === status),
  }
}
