// The most likely cause of a fault: one sentence for each mistake that is known to happen.
import type { CallSummary, Fault } from './fault.ts'

/** The sentence; empty if no cause is likely. */
export function likelyCause(fault: Fault, summary: CallSummary): string {
  const { reason, status } = fault
  if (reason === 'network') return 'Check the network, and the host name in baseUrl.'
  if (reason === 'timeout' || status === null) return ''
  // In browsers, a redirect that was not followed has the status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'It is a redirect, which is not followed because it would carry the API key along. Write the final address into baseUrl.'
  }
  if (fault.html) {
    return 'It is a web page, so it comes from a proxy, a firewall or a login and not from the service.'
  }
  if (reason === 'garbled') return 'It is no JSON, is cut, or is longer than 1 MiB.'
  return causes[status]?.(summary) ?? ''
}

const causes: Record<number, (summary: CallSummary) => string> = {
  400: ({ keyed }) =>
    keyed
      ? 'The body is malformed, or something on the way took the Idempotency-Key header, which the client sends.'
      : 'A parameter or the body is malformed.',
  401: ({ apiKeyPrefix }) => keyCause(apiKeyPrefix),
  403: () => 'The key is known but may not do this; its permissions are set by the operator at onboarding.',
  404: ({ name }) => notFoundCause(name),
  405: () =>
    'The address exists but takes another method: baseUrl is not the service, or a redirect on the way made a GET of a POST.',
  409: ({ keyed }) =>
    keyed
      ? 'The first request is still in flight, or the key was used with another body.'
      : 'What it is about is not in a state that allows this.',
  413: () => 'The body is larger than something on the way allows. Shorten the texts in it.',
  415: () => 'The client sends Content-Type: application/json; something on the way changes it.',
}

function keyCause(prefix: string | null): string {
  return prefix === null
    ? 'The key begins with neither test_ nor live_, as keys of this service do: it may be cut, or be the webhook secret.'
    : `It is a ${prefix} key: it may have been revoked, or belong to another environment than baseUrl.`
}

/** In a path with an id, the object may be missing. Any other path always exists. */
function notFoundCause(name: string): string {
  const ofObject = /\{id\}$|\/transaction\/(generatePaymentLink|update-status)?$/.test(name)
  return ofObject
    ? 'There is nothing with this id: it may belong to another API key or environment.'
    : 'The address does not exist there: baseUrl is not the service’s {base_url}, which stands before /api/v2 and before /transaction.'
}
