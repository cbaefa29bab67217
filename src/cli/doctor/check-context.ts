// What all checks read from: the page, what the merchant said on the command line, and a way to ask.

import { type Probe, probeEndpoint } from './endpoint/probe.ts'
import type { Finding } from './finding.ts'
import type { RequestResult } from './http/answer.ts'
import type { SendRequest } from './http/send.ts'
import type { PackageFacts } from './package-facts.ts'
import type { Page } from './page/page.ts'
import type { Endpoint } from './page/widget.ts'

/** What the merchant may say beside the address of the page. */
export interface DoctorInput {
  readonly endpoint: string | null
  readonly returnUrl: URL | null
  readonly webhookUrl: URL | null
  /** A session's id: a capability. */
  readonly session: string | null
  readonly webhookSecrets: readonly string[]
}

export interface CheckContext {
  readonly page: Page
  readonly input: DoctorInput
  readonly facts: PackageFacts
  readonly send: SendRequest
  /** A GET that several checks need: asked once. */
  readonly get: (url: URL, headers?: Readonly<Record<string, string>>) => Promise<RequestResult>
  /** What a merchant server shows of itself: asked once. */
  readonly probe: (endpoint: Endpoint) => Promise<Probe>
  /** What the connection to an `https:` server speaks: `h2`, `http/1.1`; `null` where it does not say. */
  readonly protocolOf: (url: URL) => Promise<string | null>
  readonly now: () => number
}

/** The parts of the report, in their order. */
export const areas = ['Page', 'Element', 'Script', 'Policies', 'Endpoint', 'Return page', 'Webhooks'] as const
export type Area = (typeof areas)[number]

/** One thing that is looked at. */
export interface Check {
  readonly area: Area
  find(context: CheckContext): readonly Finding[] | Promise<readonly Finding[]>
}

/** Makes the `get` of a visit. */
export function createGet(send: SendRequest): CheckContext['get'] {
  const answers = new Map<string, Promise<RequestResult>>()
  return (url, headers = {}) => {
    const key = `${url.href} ${JSON.stringify(headers)}`
    const answer = answers.get(key) ?? send(url, { headers })
    answers.set(key, answer)
    return answer
  }
}

/** Makes the `probe` of a visit. */
export function createProbe(send: SendRequest): CheckContext['probe'] {
  const probes = new Map<string, Promise<Probe>>()
  return (endpoint) => {
    const { href } = endpoint.base
    const probe = probes.get(href) ?? probeEndpoint(send, endpoint)
    probes.set(href, probe)
    return probe
  }
}
