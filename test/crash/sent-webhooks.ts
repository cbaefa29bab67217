// Records the webhooks that the service sends. The service takes each for delivered at once. The test decides when, how often
// and in which order they really arrive, or that they never do.

export interface SentWebhook {
  readonly payin: string
  readonly status: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
  /** Whether the merchant answered it with 2xx. */
  isDelivered: boolean
}

export function createWebhookRecorder() {
  const sent: SentWebhook[] = []

  const collect: typeof fetch = async (url, init) => {
    const body = String(init?.body)
    const { id: payin, status } = JSON.parse(body) as { id: string; status: string }
    const headers = new Headers(init?.headers)
    sent.push({ payin, status, path: new URL(String(url)).pathname, headers, body, isDelivered: false })
    return new Response('{}')
  }

  return {
    /** The `fetch` that the service sends with. */
    fetch: collect,
    /** All webhooks, oldest first. */
    sent: sent as readonly SentWebhook[],
    /** Whether the service has ever sent this status of the payin. */
    hasSent: (payin: string, status: string) =>
      sent.some((webhook) => webhook.payin === payin && webhook.status === status),
  }
}
