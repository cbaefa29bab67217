// A small correct shop on this machine. Tests replace single answers of it.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { customElementsManifest } from '../../../../scripts/custom-elements.ts'
import { packageFacts } from '../../../../src/cli/doctor/package-facts.ts'
import type { Report, ReportedFinding } from '../../../../src/cli/doctor/report.ts'
import { type DoctorOptions, type DoctorPorts, runDoctor } from '../../../../src/cli/doctor/run-doctor.ts'
import { fakeTerminal } from '../fake-terminal.ts'

export const { version } = manifest
export const secret = 'a-webhook-secret-of-the-doctor-tests'

const sha384 = (bytes: string) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

export const german = '{"lang":"de"}'
export const index = JSON.stringify({ de: sha384(german), at: 'de' })
export const script = `/* the checkout, which takes the languages of ${sha384(index)} */ 'payin-checkout'`
export const scriptHash = sha384(script)

export interface Route {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
export type Routes = Record<string, Route | Handler>

export const html = (body: string, headers: Readonly<Record<string, string>> = {}): Route => ({
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})
export const problemAnswer = (status: number, headers: Readonly<Record<string, string>> = {}): Route => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify({ title: 'No', status }),
})
export const javascript = (body = script, caching = 'no-cache'): Route => ({
  headers: {
    'content-type': 'text/javascript',
    'cache-control': caching,
    'access-control-allow-origin': '*',
  },
  body,
})
const json = (body: string): Route => ({ headers: { 'content-type': 'application/json' }, body })

export const scriptTag = '<script src="/payin-checkout.js" async></script>'
export const element =
  '<payin-checkout endpoint="/checkout" order="A-1001" amount="49.90" currency="EUR"></payin-checkout>'

/** The shop's page. */
export const pageOf = (body = element, head = scriptTag) =>
  `<!doctype html>\n<html lang="de"><head>\n${head}\n</head><body>\n${body}\n<p>Lantern</p></body></html>`

export const returnPageOf = (body = '<payin-return endpoint="/checkout"></payin-return>', head = scriptTag) =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

/** Refuses a wrong signature and accepts a right one. */
export const webhook: Handler = async (request, response) => {
  const right = createHmac('sha256', secret)
    .update(await text(request))
    .digest('hex')
  response.writeHead(request.headers['x-webhook-signature'] === right ? 200 : 401).end('{}')
}

const rightRoutes = (): Routes => ({
  'GET /': html(pageOf()),
  'GET /payin-checkout.js': javascript(),
  [`GET /payin-checkout-${version}.js`]: javascript(script, 'public, max-age=31536000, immutable'),
  'GET /locales/index.json': { ...json(index), headers: { 'access-control-allow-origin': '*' } },
  'GET /locales/de.json': { ...json(german), headers: { 'access-control-allow-origin': '*' } },
  'GET /checkout/sessions/*': problemAnswer(404),
  'POST /checkout/sessions': problemAnswer(400),
  'GET /checkout/return': html(returnPageOf(), {
    'content-security-policy': "frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  }),
  'POST /webhooks/payins': webhook,
})

export interface SmallShop {
  readonly origin: string
  readonly routes: Routes
  /** The requests so far, such as `GET /checkout/return`. */
  readonly asked: string[]
}

/** Starts the shop with some routes replaced. It closes after the test. */
export async function startShop(changes: Routes = {}): Promise<SmallShop> {
  const routes: Routes = { ...rightRoutes(), ...changes }
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '')
    const name = `${request.method} ${path}`
    asked.push(name)
    const route = routes[name] ?? routes[name.replace(/[^/]+$/, '*')] ?? routes['*'] ?? problemAnswer(404)
    if (typeof route === 'function') return void route(request, response)
    const { status = 200, headers = {}, body = '' } = route
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, routes, asked }
}

export const facts = packageFacts(customElementsManifest(), {
  'payin-checkout.js': scriptHash,
  [`payin-checkout-${version}.js`]: scriptHash,
})

export interface Diagnosis extends Report {
  readonly exitCode: number
  readonly text: string
  /** The ids of all that is wrong or was not read, each once. */
  readonly wrong: readonly string[]
  one(id: string): ReportedFinding
}

/** Runs the command at the shop's page, with the webhook address and its secret. */
export async function diagnose(
  address: string,
  options: DoctorOptions = {},
  ports: DoctorPorts = {},
  env: NodeJS.ProcessEnv = {},
): Promise<Diagnosis> {
  const { terminal, lines } = fakeTerminal({ PAYMENTS_WEBHOOK_SECRET: secret, ...env })
  const exitCode = await runDoctor(address, { ...options, json: true }, terminal, { facts, ...ports })
  const text = lines.join('\n')
  const report: Report = JSON.parse(text)
  // No message has an unfilled gap. {endpoint} and {id} are the protocol's own words.
  for (const { title, change } of report.findings)
    expect(`${title} ${change}`).not.toMatch(/\{(?!endpoint|id)[a-z]+\}/)
  const wrong = report.findings.filter(({ level }) => level !== 'unknown' && level !== 'fine')
  return {
    ...report,
    exitCode,
    text,
    wrong: [...new Set(wrong.map(({ id }) => id))].sort(),
    one(id) {
      const found = report.findings.find((finding) => finding.id === id)
      if (!found)
        throw new Error(`${id} was not found, but ${report.findings.map((each) => each.id).join(', ')}`)
      return found
    },
  }
}

/** Starts a shop and runs the command there. */
export async function diagnoseShop(changes: Routes = {}, options: DoctorOptions = {}): Promise<Diagnosis> {
  const { origin } = await startShop(changes)
  return diagnose(`${origin}/`, { webhookUrl: `${origin}/webhooks/payins`, ...options })
}
