// What every check gets: the page, the merchant's options, and functions that send requests.

import { type Probe, probeEndpoint } from './endpoint/probe.ts'
import type { Found } from './finding.ts'
import type { RequestResult } from './http/answer.ts'
import type { SendRequest } from './http/send.ts'
import type { PackageFacts } from './package-facts.ts'
import type { Page } from './page/page.ts'
import type { Endpoint } from './page/widget.ts'

/** The merchant's options and variables, except the address of the page. */
export interface DoctorInput {
  readonly endpoint: string | null
  readonly returnUrl: URL | null
  readonly webhookUrl: URL | null
  /** The id of a session. It is a capability, so it is never shown. */
  readonly session: string | null
  readonly webhookSecrets: readonly string[]
  /** The merchant's own headers, by name. They are never shown. */
  readonly headers: Readonly<Record<string, string>>
  /** Origins that may be asked although only the page names them. */
  readonly allowedOrigins: readonly string[]
}

export interface CheckContext {
  readonly page: Page
  readonly input: DoctorInput
  readonly facts: PackageFacts
  readonly send: SendRequest
  /** A GET whose result is shared by several checks. */
  readonly get: (url: URL, headers?: Readonly<Record<string, string>>) => Promise<RequestResult>
  /** Probes an endpoint, once for all checks. */
  readonly probe: (endpoint: Endpoint) => Promise<Probe>
  readonly now: () => number
  /** Aborted by Ctrl-C. */
  readonly ended: AbortSignal
}

/** The parts of the report. */
export type Area = 'Page' | 'Element' | 'Script' | 'Policies' | 'Endpoint' | 'Return page' | 'Webhooks'

/** One check. Its findings belong to one area. */
export interface Check {
  readonly area: Area
  find(context: CheckContext): Found | Promise<Found>
}

/** Makes the `get` of a context. */
export function createGet(send: SendRequest): CheckContext['get'] {
  const answers = new Map<string, Promise<RequestResult>>()
  return (url, headers = {}) => {
    const key = `${url.href} ${JSON.stringify(headers)}`
    const answer = answers.get(key) ?? send(url, { headers })
    answers.set(key, answer)
    return answer
  }
}

/** Makes the `probe` of a context. */
export function createProbe(send: SendRequest): CheckContext['probe'] {
  const probes = new Map<string, Promise<Probe>>()
  return (endpoint) => {
    const { href } = endpoint.base
    const probe = probes.get(href) ?? probeEndpoint(send, endpoint)
    probes.set(href, probe)
    return probe
  }
}
