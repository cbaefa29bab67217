// Turns a failed attempt into an error whose message says what happened, the likely cause, and what to do next.
import type { Problem } from '../protocol/problem.ts'
import {
  CheckKeyError,
  ConflictError,
  FixRequestError,
  RetryError,
  type ServiceError,
  type ServiceErrorKind,
  StartAnewError,
  UnknownAnswerError,
  WaitError,
} from './errors.ts'
import type { CallSummary, Fault } from './fault.ts'

const classes = {
  fix_request: FixRequestError,
  check_key: CheckKeyError,
  wait: WaitError,
  retry: RetryError,
  start_anew: StartAnewError,
  conflict: ConflictError,
  unknown: UnknownAnswerError,
}

/** The error for a fault. @param attempts number of attempts so far */
export function diagnose(fault: Fault, summary: CallSummary, attempts: number): ServiceError {
  const kind = kindOf(fault, summary)
  const sentences = [
    whatHappened(fault, summary.name),
    serviceDetail(fault.problem),
    likelyCause(fault, summary),
    remedies[kind](summary),
  ]
  const message = sentences.filter((sentence) => sentence !== '').join(' ')
  return new classes[kind](message, { ...fault, attempts })
}

function kindOf({ reason, status }: Fault, { repeats, keyed }: CallSummary): ServiceErrorKind {
  const unclear = repeats === 'if_not_executed' ? 'start_anew' : 'retry'
  if (reason === 'network' || reason === 'timeout') return unclear
  if (reason === 'garbled' || status === null || status < 400) return 'unknown'
  if (status === 401 || status === 403) return 'check_key'
  // Without an Idempotency-Key, 409 means that the object's state does not allow the request.
  if (status === 409 && keyed) return 'conflict'
  if (status === 429) return 'wait'
  return status >= 500 || status === 408 ? unclear : 'fix_request'
}

const remedies: Record<ServiceErrorKind, (summary: CallSummary) => string> = {
  fix_request: () => 'The same request will be refused again.',
  check_key: () => 'Check that the key is complete, belongs to this service, and has the permission.',
  wait: () => 'The rate limit belongs to the API key: slow down all its callers.',
  retry: ({ keyed }) =>
    keyed
      ? 'It may have had an effect: repeat with the same Idempotency-Key and body.'
      : 'Repeating it is safe.',
  start_anew: () =>
    'It may have created a transaction without a known link. Creating a new one is safe: the other one cannot be paid and stays INTENT.',
  conflict: () => 'Do not use a new key. Look the object up first.',
  unknown: ({ name }) =>
    name.startsWith('GET ')
      ? 'Check that baseUrl is the service.'
      : 'It may have had an effect. Check that baseUrl is the service, and look before repeating.',
}

function whatHappened({ reason, status }: Fault, name: string): string {
  if (reason === 'network') return `No answer to ${name}: the connection failed.`
  if (reason === 'timeout') return `No answer to ${name} in time.`
  if (reason === 'garbled') {
    return `The answer to ${name} (${status}) is not what the service's document describes.`
  }
  return `The service answered ${name} with ${status}.`
}

/** The detail from the service, with the fields of a 422. */
function serviceDetail(problem: Problem | null): string {
  if (!problem) return ''
  const fields = problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`)
  const parts = [problem.detail ?? problem.title, ...fields].filter((part) => part !== '')
  return parts.length > 0 ? `It says: ${parts.join('; ').slice(0, 500).replace(/\.$/, '')}.` : ''
}

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
