// `doctor`: checks a live integration and reports what is wrong. It never changes anything: it creates no session and touches
// no payment. Every server that keeps to the protocol refuses the create requests that it sends.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandError, exitCodes, readWebAddress } from '../command.ts'
import { readHeaders, secretsIn } from '../own-headers.ts'
import type { Terminal } from '../terminal.ts'
import { type Area, type CheckContext, createGet, createProbe, type DoctorInput } from './check-context.ts'
import { checks } from './checks/index.ts'
import { displayText, displayUrl } from './display.ts'
import { listOf, says } from './finding.ts'
import { type Followed, follow } from './http/follow.ts'
import { createSend, type NotAsked, onlyTo } from './http/send.ts'
import { type PackageFacts, readPackageFacts } from './package-facts.ts'
import { isLogin } from './page/login.ts'
import { readPage, resolve } from './page/page.ts'
import { type FindingInArea, linesOf, makeReport } from './report.ts'

/** Replaced by tests. */
export interface DoctorPorts {
  readonly facts?: PackageFacts
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Time limit of one request, in milliseconds. */
  readonly timeLimitMs?: number
  readonly maxBytes?: number
}

/** Larger than any page or script that a shopper should download. */
const defaultMaxBytes = 2 * 1024 * 1024
const defaultTimeLimitMs = 10_000

/**
 * Runs the command.
 * @returns the exit code
 * @throws {CommandError} if the page cannot be reached or an option is wrong
 */
export async function runDoctor(
  address: string,
  options: DoctorOptions,
  terminal: Terminal,
  ports: DoctorPorts = {},
): Promise<number> {
  const start = parseAddress(address, 'The page')
  const input = readInput(options, terminal.env, start)
  const facts = ports.facts ?? (await readPackageFacts())
  try {
    const { url, found } = await runChecks(start, input, facts, terminal.ended, ports)
    // A very short secret can be in any text by chance.
    const secrets = [...input.webhookSecrets.filter(({ length }) => length >= 4), ...secretsIn(input.headers)]
    const report = makeReport(displayUrl(url), found, secrets)
    if (options.json) terminal.writeJson(report, 2)
    else for (const line of linesOf(report, terminal, options.all === true)) terminal.write(line)
    if (report.counts.unread > 0) return exitCodes.failed
    return report.counts.problem > 0 ? exitCodes.found : exitCodes.fine
  } catch (error) {
    if (terminal.ended.aborted) return exitCodes.interrupted
    throw error
  }
}

interface PageFindings {
  readonly url: URL
  readonly found: readonly FindingInArea[]
}

async function runChecks(
  start: URL,
  input: DoctorInput,
  facts: PackageFacts,
  ended: AbortSignal,
  { now = Date.now, timeLimitMs = defaultTimeLimitMs, maxBytes = defaultMaxBytes }: DoctorPorts,
): Promise<PageFindings> {
  const ask = createSend({
    userAgent: `payin-checkout-doctor/${facts.version}`,
    ended,
    timeLimitMs,
    maxBytes,
    now,
    own: { origin: start.origin, headers: input.headers },
  })
  const followed = await follow(ask, start)
  if ('failed' in followed) throw new CommandError(followed.failed)
  if ('downgrade' in followed) return { url: followed.downgrade.from, found: [downgraded(followed)] }
  const page = await readPage(followed.answer, followed.hops, ended)
  const { send, notAsked } = onlyTo(originsOf(page.url, input), ask)
  const context: CheckContext = {
    page,
    input,
    facts,
    send,
    get: createGet(send),
    probe: createProbe(send),
    now,
    ended,
  }
  const found: FindingInArea[] = []
  // One check after the other, because the shop is in production.
  const isWall = isLogin(page)
  for (const { area, find } of checks) {
    if (isWall && isAboutPage(area, input)) continue
    for (const one of listOf(await find(context))) found.push({ area, ...one })
    // Ctrl-C is noticed only when the event loop turns, and a check of the page alone does not wait for anything.
    await nextTurn()
    ended.throwIfAborted()
  }
  return { url: page.url, found: [...found, ...unasked(notAsked)] }
}

/** The page's own origin, and what the merchant named. */
function originsOf(page: URL, input: DoctorInput): ReadonlySet<string> {
  const { endpoint, returnUrl, webhookUrl, allowedOrigins } = input
  const named = [
    returnUrl,
    webhookUrl,
    endpoint !== null && URL.canParse(endpoint) ? new URL(endpoint) : null,
  ]
  return new Set([page.origin, ...allowedOrigins, ...named.flatMap((url) => url?.origin ?? [])])
}

/** What says nothing if the page is a login. */
const isAboutPage = (area: Area, { endpoint }: DoctorInput): boolean =>
  ['Element', 'Script', 'Policies'].includes(area) || (area === 'Endpoint' && endpoint === null)

const say = says('answers', {
  'origin-not-asked': {
    unknown: 'The page names {origin}, another origin, which was not asked',
    change: 'If it is yours: npx payin-checkout doctor … --allow-origin {origin}',
  },
  'page-downgrade': {
    problem: 'The page redirects from HTTPS to HTTP, so it was not read',
    change: 'Redirect to {secure}',
  },
})

const unasked = (notAsked: NotAsked): FindingInArea[] =>
  [...notAsked].map(([origin, requests]) => ({
    area: 'Page',
    ...say('origin-not-asked', displayText([...requests].join(', '), 300), { origin }),
  }))

function downgraded({ downgrade: { from, to } }: Extract<Followed, { downgrade: unknown }>): FindingInArea {
  const secure = displayUrl(to).replace('http:', 'https:')
  return {
    area: 'Page',
    ...say('page-downgrade', `${displayUrl(from)} → ${displayUrl(to)}`, { secure }),
  }
}

export interface DoctorOptions {
  readonly endpoint?: string
  readonly returnUrl?: string
  readonly webhookUrl?: string
  readonly session?: string
  readonly header?: readonly string[]
  readonly allowOrigin?: readonly string[]
  readonly all?: true
  readonly json?: true
}

/** Without its fragment. A path is one of `base`. @throws {CommandError} if it is not an http: or https: address */
function parseAddress(text: string, what: string, base?: URL): URL {
  const path = base && text.startsWith('/') ? resolve(text, base) : null
  const url = path ?? readWebAddress(what, text, 'https://shop.example/cart')
  url.hash = ''
  return url
}

/**
 * Reads everything except the page's address.
 * @throws {CommandError} for an invalid address
 */
export function readInput(options: DoctorOptions, env: NodeJS.ProcessEnv, start: URL): DoctorInput {
  const { endpoint = null, returnUrl, webhookUrl, session } = options
  if (endpoint !== null && !resolve(endpoint, new URL('https://shop.example'))) {
    throw new CommandError(
      `--endpoint must be an address such as /checkout, but is: ${displayText(endpoint, 80)}`,
    )
  }
  return {
    endpoint,
    returnUrl: returnUrl === undefined ? null : parseAddress(returnUrl, '--return-url', start),
    webhookUrl: webhookUrl === undefined ? null : parseAddress(webhookUrl, '--webhook-url', start),
    headers: readHeaders(options.header ?? [], 'doctor'),
    allowedOrigins: (options.allowOrigin ?? []).map((text) => parseAddress(text, '--allow-origin').origin),
    session: (session ?? env.DOCTOR_SESSION)?.trim() || null,
    // The same form as the merchant server's: several secrets with commas. The first one signs.
    webhookSecrets: (env.PAYMENTS_WEBHOOK_SECRET ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean),
  }
}
