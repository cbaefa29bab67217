// What all checks read from: the page, what the merchant said on the command line, and a way to ask.

import { type Probe, probeEndpoint } from './endpoint/probe.ts'
import type { Found } from './finding.ts'
import type { Asked } from './http/answer.ts'
import type { Ask } from './http/send.ts'
import type { PackageFacts } from './package-facts.ts'
import type { Page } from './page/page.ts'
import type { Endpoint } from './page/widget.ts'

/** What the merchant may say beside the address of the page. */
export interface Told {
  readonly endpoint: string | null
  readonly returnUrl: URL | null
  readonly webhookUrl: URL | null
  /** A session's id: a capability. */
  readonly session: string | null
  readonly webhookSecrets: readonly string[]
}

export interface Visit {
  readonly page: Page
  readonly told: Told
  readonly facts: PackageFacts
  readonly ask: Ask
  /** A GET that several checks need: asked once. */
  readonly get: (url: URL, headers?: Readonly<Record<string, string>>) => Promise<Asked>
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
  find(visit: Visit): readonly Found[] | Promise<readonly Found[]>
}

/** Makes the `get` of a visit. */
export function createGet(ask: Ask): Visit['get'] {
  const answers = new Map<string, Promise<Asked>>()
  return (url, headers = {}) => {
    const key = `${url.href} ${JSON.stringify(headers)}`
    const answer = answers.get(key) ?? ask(url, { headers })
    answers.set(key, answer)
    return answer
  }
}

/** Makes the `probe` of a visit. */
export function createProbe(ask: Ask): Visit['probe'] {
  const probes = new Map<string, Promise<Probe>>()
  return (endpoint) => {
    const { href } = endpoint.base
    const probe = probes.get(href) ?? probeEndpoint(ask, endpoint)
    probes.set(href, probe)
    return probe
  }
}
