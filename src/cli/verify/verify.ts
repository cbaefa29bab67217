// `verify` from its options to its report: starts the sandbox and the server, checks the promises, prints the results.
import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseSettings, startError, startSandbox } from '../../../demo/sandbox/index.ts'
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { watchFiles } from './file-changes.ts'
import { junitOf } from './junit.ts'
import { madeTokens } from './order-tokens.ts'
import { madeOrders, namedOrders, type Orders } from './orders.ts'
import { PaidOrders } from './paid-orders.ts'
import type { ServerPromise } from './promise.ts'
import { type Chapter, chapters } from './promises/index.ts'
import { asData, linesOf, summaryOf } from './report.ts'
import { runOnChanges } from './run-on-changes.ts'
import { type Result, runPromises } from './run-promises.ts'
import { ServerProcess } from './server-process.ts'
import { endpointKey, Service, UnknownApiKey } from './service.ts'
import { type Answer, reasonOf, ShopClient, type ShopperProof } from './shop-client.ts'

export interface VerifyOptions {
  readonly order?: readonly string[]
  readonly firstOrder: string
  readonly newOrder?: string
  readonly paidUrl?: string
  readonly token?: string
  readonly header?: readonly string[]
  readonly start?: string
  readonly sandbox: string
  readonly apiKey: string
  readonly webhookSecret: string
  readonly timeout: string
  readonly only?: readonly string[]
  readonly junit?: string
  readonly json?: true
  readonly watch?: readonly string[]
}

/** @returns the exit code. @throws {CommandError} if the promises cannot be checked */
export async function verify(endpoint: string, options: VerifyOptions, terminal: Terminal): Promise<number> {
  const parsed = readOptions(endpoint, options, terminal)
  if (options.junit) await expectWritable(options.junit)
  const changes = options.watch ? await watchFiles(options.watch, terminal.ended) : null
  try {
    const sandbox = await reachSandbox(parsed.endpoint, options, terminal)
    try {
      const run = (results: Result[]) =>
        runOnce({ parsed, options, terminal, service: sandbox.service }, results)
      return changes
        ? await runOnChanges(changes, run, terminal)
        : exitCodeOf(await runWhole(parsed, run, terminal))
    } finally {
      await sandbox.closeSandbox()
    }
  } finally {
    await changes?.close()
  }
}

type RunOnce = (results: Result[]) => Promise<void>

/** @returns the results, or `null` after Ctrl-C */
async function runWhole(
  { promises }: ParsedOptions,
  run: RunOnce,
  terminal: Terminal,
): Promise<readonly Result[] | null> {
  const results: Result[] = []
  try {
    await run(results)
    return results
  } catch (error) {
    if (!terminal.ended.aborted) throw error
    terminal.writeError(`Stopped early: ${results.length} of ${promises.length} promises were checked.`)
    return null
  }
}

function exitCodeOf(results: readonly Result[] | null): number {
  if (results === null) return exitCodes.interrupted
  return results.some(({ verdict }) => verdict === 'broken') ? exitCodes.found : exitCodes.fine
}

interface Run {
  readonly parsed: ParsedOptions
  readonly options: VerifyOptions
  readonly terminal: Terminal
  readonly service: Service
}

/** Starts the server, checks its promises, and stops it. @param results gets each result as soon as it is known */
async function runOnce({ parsed, options, terminal, service }: Run, results: Result[]): Promise<void> {
  const { ended } = terminal
  const server = parsed.startCommand
    ? new ServerProcess(parsed.startCommand, parsed.endpoint, environmentOf(parsed, options, terminal), ended)
    : null
  try {
    await server?.start()
    const shop = new ShopClient(parsed.endpoint, ended, parsed.proof)
    expectNoRedirect(parsed.endpoint, await expectServer(shop))
    if (!options.json) terminal.write(`Checking ${shop.endpoint}, with the sandbox at ${service.origin}.`)
    const { orders, paid, sweepTimeoutMs } = parsed
    const shared = { shop, service, orders, paid, server, sweepTimeoutMs, ended }
    const onResult = options.json ? () => undefined : createResultPrinter(parsed.chapters, terminal)
    await runPromises(parsed.promises, shared, (result) => {
      results.push(result)
      onResult(result)
    })
  } finally {
    await server?.stop()
  }
  await report(results, options, terminal)
}

interface ParsedOptions {
  readonly endpoint: string
  readonly orders: Orders
  readonly paid: PaidOrders | null
  readonly proof: ShopperProof
  readonly startCommand: string | undefined
  readonly sweepTimeoutMs: number
  readonly promises: readonly ServerPromise[]
  readonly chapters: readonly Chapter[]
}

function readOptions(
  endpoint: string,
  options: VerifyOptions,
  { ended, env }: Pick<Terminal, 'ended' | 'env'>,
): ParsedOptions {
  const { order = [] } = options
  const seconds = /^(\d{1,4})s?$/.exec(options.timeout)?.[1]
  if (!seconds) throw new CommandError('--timeout must be a number of seconds, such as 90.')
  if (!/^\d{1,9}$/.test(options.firstOrder))
    throw new CommandError('--first-order must be a number, such as 1001.')
  if (options.paidUrl !== undefined && !options.paidUrl.includes('{order}'))
    throw new CommandError('--paid-url must contain {order} in place of the order id.')
  if (order.length === 0 && options.newOrder === undefined)
    throw new CommandError(
      'Name orders that can be paid: --order "A-{n}", where {n} is a number, or --new-order "<command>" that prints one.',
    )
  if (options.watch && options.start === undefined)
    throw new CommandError('--watch needs --start "<command>": it restarts your server after each change.')
  const picked = pick(options.only)
  return {
    endpoint: baseAddress(endpoint),
    orders:
      options.newOrder === undefined
        ? namedOrders(order, Number(options.firstOrder))
        : madeOrders(options.newOrder, ended),
    paid:
      options.paidUrl === undefined ? null : new PaidOrders(webAddress('--paid-url', options.paidUrl), ended),
    proof: {
      headers: Object.fromEntries((options.header ?? []).map(readHeader)),
      ...(options.token !== undefined && { tokenOf: madeTokens(options.token, env, ended) }),
    },
    startCommand: options.start,
    sweepTimeoutMs: Number(seconds) * 1_000,
    promises: picked.flatMap(({ promises }) => promises),
    chapters: picked,
  }
}

/** The endpoint without a slash at its end. @throws {CommandError} if no path can be added to it */
function baseAddress(endpoint: string): string {
  const { username, password, search, hash } = new URL(webAddress('The endpoint', endpoint))
  if (username || password)
    throw new CommandError(
      'The endpoint must not contain a name and a password. Give them as --header "Authorization: Basic …".',
    )
  if (search || hash)
    throw new CommandError('The endpoint must end with its path: verify adds /sessions to it, not ? or #.')
  return endpoint.replace(/\/+$/, '')
}

/** `Name: value`. The message does not contain the value, which may be a secret. */
function readHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new CommandError('--header must be a name and a value, such as "Cookie: shop=…".')
}

function webAddress(what: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new CommandError(`${what} must be an address such as http://localhost:4000/checkout, and is ${text}.`)
}

/** The promises that `--only` names, or all. */
function pick(only: readonly string[] | undefined): readonly Chapter[] {
  if (!only) return chapters
  const known = chapters.flatMap(({ promises }) => promises.map(({ id }) => id))
  const wrong = only.filter((id) => !known.includes(id))
  if (wrong.length > 0)
    throw new CommandError(`There is no promise ${wrong.join(', ')}. There are: ${known.join(', ')}.`)
  return chapters
    .map(({ title, promises }) => ({ title, promises: promises.filter(({ id }) => only.includes(id)) }))
    .filter(({ promises }) => promises.length > 0)
}

/** Uses the sandbox that runs at the address, or starts one there and closes it afterwards. */
async function reachSandbox(
  endpoint: string,
  { sandbox, apiKey, webhookSecret }: VerifyOptions,
  { ended, writeError }: Terminal,
): Promise<{ service: Service; closeSandbox(): Promise<void> }> {
  const address = new URL(webAddress('--sandbox', sandbox))
  const service = new Service(address.origin, { apiKey, webhookSecret }, ended)
  if (await isSandbox(service)) {
    const other = await service.otherEndpoint()
    if (other)
      throw new CommandError(
        `Another verify runs at the moment, with the sandbox at ${address.origin}, and checks ${other}. Wait for it, or give this run a sandbox of its own: --sandbox http://127.0.0.1:4101`,
      )
    writeError(`The sandbox at ${address.origin} is already running, so the payments of this run stay in it.`)
    return { service, closeSandbox: async () => undefined }
  }
  if (address.protocol !== 'http:')
    throw new CommandError(
      `No sandbox answers at ${address.origin}. Start it, or give an http: address, at which verify starts one.`,
    )
  const nameOf = () => '--sandbox'
  const settings = parseSettings(
    {
      ...{ apiKey, webhookSecret, keys: endpointKey, rateLimit: '0' },
      ...{ host: address.hostname, port: address.port || '80' },
    },
    nameOf,
  )
  if (!settings.ok) throw new CommandError(settings.mistakes.join('\n'))
  const running = await startSandbox(settings.value).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new CommandError(
        `--sandbox ${address.origin} is used by a program that is not a sandbox. Stop that program, or give another address.`,
      )
    throw new CommandError(startError(error, settings.value, nameOf))
  })
  await service.storeEndpoint(endpoint)
  return { service, closeSandbox: () => running.close() }
}

async function isSandbox(service: Service): Promise<boolean> {
  try {
    const state: unknown = await service.state()
    return typeof state === 'object' && state !== null && 'payins' in state
  } catch (error) {
    if (error instanceof CommandError && !(error instanceof UnknownApiKey)) return false
    throw error
  }
}

/** The environment of the `--start` command, with the variables that the protocol names. */
function environmentOf(
  { endpoint }: ParsedOptions,
  options: VerifyOptions,
  { env }: Terminal,
): NodeJS.ProcessEnv {
  const { origin, port, protocol } = new URL(endpoint)
  return {
    ...env,
    PAYMENTS_BASE_URL: new URL(options.sandbox).origin,
    PAYMENTS_API_KEY: options.apiKey,
    PAYMENTS_WEBHOOK_SECRET: options.webhookSecret,
    PUBLIC_URL: origin,
    PORT: port || (protocol === 'https:' ? '443' : '80'),
  }
}

/** @throws {CommandError} if nothing answers at the endpoint */
function expectServer(shop: ShopClient): Promise<Answer> {
  return shop.ask('/sessions/is-somebody-there').catch((error: unknown) => {
    throw new CommandError(
      `${reasonOf(error)}\nStart your server, or let verify start it: --start "<command>". It must use the sandbox as its payment service.`,
    )
  })
}

/** A page whose policy names this endpoint cannot follow it to another origin. @throws {CommandError} */
function expectNoRedirect(endpoint: string, { status, headers }: Answer): void {
  const to = status > 300 && status < 400 ? headers.get('Location') : null
  if (to && URL.canParse(to, endpoint) && new URL(to, endpoint).origin !== new URL(endpoint).origin)
    throw new CommandError(
      `${endpoint} redirects to ${new URL(to, endpoint).origin}. Give the address that your shop's page uses.`,
    )
}

/** Prints each result below the title of its chapter. */
function createResultPrinter(all: readonly Chapter[], terminal: Terminal): (result: Result) => void {
  let title: string | undefined
  return (result) => {
    const chapter = all.find(({ promises }) => promises.includes(result.promise))
    if (chapter?.title !== title) terminal.write(`\n${terminal.colours.bold(chapter?.title ?? '')}`)
    title = chapter?.title
    for (const line of linesOf(result, terminal.colours)) terminal.write(line)
  }
}

/** Checked before the run, which takes minutes. @throws {CommandError} */
async function expectWritable(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK)
  } catch (error) {
    throw new CommandError(`--junit: ${reasonOf(error)}`)
  }
}

async function report(
  results: readonly Result[],
  { json, junit }: VerifyOptions,
  terminal: Terminal,
): Promise<void> {
  if (json) terminal.write(JSON.stringify({ promises: results.map(asData) }, null, 2))
  else terminal.write(`\n${summaryOf(results, terminal.colours)}`)
  if (!junit) return
  await writeFile(junit, junitOf(chapters, results)).catch((error: unknown) => {
    throw new CommandError(`--junit: ${reasonOf(error)}`)
  })
}
