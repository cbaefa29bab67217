// The most likely cause of a fault: one sentence for each mistake that is known to happen.
import type { CallSummary, Fault } from './fault.ts'

/** The sentence; empty if no cause is likely. */
export function likelyCause(fault: Fault, summary: CallSummary): string {
  const { reason, status } = fault
  if (reason === 'network') return 'Check the network, and the host name in baseUrl.'
  if (reason === 'timeout' || status === null) return ''
  // In browsers, a redirect that was not followed has the status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'It is a redirect. The client does not follow it, because that would send the API key to another address. Use the final address as baseUrl.'
  }
  if (fault.html) {
    return 'It is a web page, so it comes from a proxy, a firewall or a login and not from the service.'
  }
  if (reason === 'garbled') return 'It is not JSON, is incomplete, or is longer than 1 MiB.'
  return causes[status]?.(summary) ?? ''
}

const causes: Record<number, (summary: CallSummary) => string> = {
  400: ({ keyed }) =>
    keyed
      ? 'The body is malformed, or a proxy removed the Idempotency-Key header, which the client sends.'
      : 'A parameter or the body is malformed.',
  401: ({ apiKeyPrefix }) => keyCause(apiKeyPrefix),
  403: () => 'The key is valid but has no permission for this. The operator sets permissions at onboarding.',
  404: notFoundCause,
  405: () =>
    'The address exists but does not accept this method: baseUrl is not the service, or a redirect has changed POST to GET.',
  409: ({ keyed }) =>
    keyed
      ? 'The first request is still in flight, or the key was used with another body.'
      : 'The state of the object does not allow this.',
  413: () => 'The body is larger than the service or a proxy allows. Shorten the texts in it.',
  415: () => 'The client sends Content-Type: application/json, but a proxy changes it.',
}

function keyCause(prefix: string | null): string {
  return prefix === null
    ? 'The key does not begin with test_ or live_, as keys of this service do. It may be incomplete, or it may be the webhook secret.'
    : `It is a ${prefix} key: it may have been revoked, or belong to another environment than baseUrl.`
}

/** In a path with an id, the object may be missing. Any other path always exists. */
function notFoundCause({ name, apiKeyPrefix }: CallSummary): string {
  const ofObject = /\{id\}$|\/transaction\/(generatePaymentLink|update-status)?$/.test(name)
  if (ofObject) {
    const sandbox =
      apiKeyPrefix === 'test_'
        ? ' A sandbox that was reset, or started without --state-file, has forgotten its objects.'
        : ''
    return `No object has this id. It may belong to another API key or environment.${sandbox}`
  }
  return 'The address does not exist there: baseUrl is not the service’s {base_url}, which stands before /api/v2 and before /transaction.'
}
