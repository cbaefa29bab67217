// The exports of each entry: a missing name breaks a merchant's build.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { assertBuilt, dist, filesIn, manifest, root } from './built.ts'

beforeAll(assertBuilt)

const elements = ['PayinCheckoutElement', 'PayinReturnElement', 'PayoutClaimElement']
const components = ['PayinCheckout', 'PayinReturn', 'PayoutClaim']
const names: Readonly<Record<string, readonly string[]>> = {
  'payin-checkout': [...elements, 'addLocale', 'createCheckout'],
  'payin-checkout/define': elements,
  'payin-checkout/react': components,
  'payin-checkout/react/use-checkout': ['useCheckout'],
  'payin-checkout/preact': components,
  'payin-checkout/preact/use-checkout': ['useCheckout'],
  'payin-checkout/vue': elements,
  'payin-checkout/vue/use-checkout': ['useCheckout'],
  'payin-checkout/svelte': elements,
  'payin-checkout/svelte/use-checkout': ['useCheckout'],
  'payin-checkout/locales/de': ['default'],
  'payin-checkout/merchant': [
    'CannotListen',
    'DatabaseUnreachable',
    'MayNotMigrate',
    'MissingPackage',
    'SettingsError',
    'WrongTables',
    'createMerchant',
    'createStore',
    'isLine',
    'jsonLines',
    'migrate',
  ],
  'payin-checkout/merchant/next': ['toNext'],
  'payin-checkout/merchant/node': ['toNode'],
  'payin-checkout/merchant/opentelemetry': ['openTelemetryMetrics', 'openTelemetrySpans'],
  'payin-checkout/merchant/pglite': ['pgliteStore'],
  'payin-checkout/merchant/drizzle': ['drizzleStore'],
  'payin-checkout/merchant/kysely': ['kyselyStore'],
  'payin-checkout/merchant/prisma': ['prismaStore'],
  'payin-checkout/merchant/knex': ['knexStore'],
  'payin-checkout/merchant/store-contract': ['storeContract'],
  'payin-checkout/merchant/postgres': ['postgresStore'],
  'payin-checkout/merchant/prometheus': ['prometheusMetrics'],
  'payin-checkout/testing': [
    'PromiseNotHeld',
    'SandboxError',
    'connectSandbox',
    'merchantPromises',
    'signWebhook',
    'startSandbox',
  ],
  'payin-checkout/testing/playwright': ['expect', 'matchers', 'test'],
  'payin-checkout/server': [
    'CheckKeyError',
    'ConflictError',
    'FixRequestError',
    'RetryError',
    'ServiceError',
    'StartAnewError',
    'UnknownAnswerError',
    'WaitError',
    'createServiceClient',
    'freezePayin',
    'freezePayout',
    'isDecimal',
    'isFinal',
    'isKind',
    'isLoopback',
    'isOutcome',
    'outcomeOf',
    'parseBankTransferEvent',
    'parseIban',
    'parseMoney',
    'parseOnRampEvent',
    'parsePayinEvent',
    'parsePayoutEvent',
    'parseRedirectUrl',
    'parseRetryAfter',
    'sameMoney',
    'systemClock',
    'verifyWebhook',
  ],
}

/** Imports an entry as a server does: in a new Node process, without a DOM. */
async function importOnServer(entry: string): Promise<unknown> {
  const script = `import(${JSON.stringify(entry)}).then((entry) => console.log(JSON.stringify(Object.keys(entry).sort())))`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: root })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

describe('the package', () => {
  test.each(Object.entries(names))('exports the names of %s, also without a DOM', async (entry, expected) => {
    expect(await importOnServer(entry)).toEqual([...expected].sort())
  })

  test('has only entries that these tests know', () => {
    const modules = Object.keys(manifest.exports).filter((entry) => !/\.js(on)?$/.test(entry))

    expect(modules.map((entry) => entry.replace('.', 'payin-checkout').replace('*', 'de'))).toEqual(
      expect.arrayContaining(Object.keys(names)),
    )
    expect(modules).toHaveLength(Object.keys(names).length)
  })

  test('contains every file that its entries name, and types for each module', () => {
    const targets = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )

    for (const target of targets) expect(existsSync(root + target.replace('*', 'de')), target).toBe(true)
  })

  type Part = 'page' | 'server' | 'tools' | 'tests'
  const partOf = (file: string): Part => {
    if (/^(contract|merchant|server)\//.test(file)) return 'server'
    if (/^testing\//.test(file)) return 'tests'
    return /^(cli|sandbox)\//.test(file) ? 'tools' : 'page'
  }

  /** The packages that the modules of a part import; of `@a/b/c` it is `@a/b`. */
  const imported = (part: Part): string[] => {
    const modules = filesIn(dist).filter(
      (file) =>
        file.endsWith('.js') && !/^payin-checkout|^sandbox\/hosted/.test(file) && partOf(file) === part,
    )
    const names = modules.flatMap((file) =>
      [
        ...readFileSync(dist + file, 'utf8').matchAll(/(?:from|import)[ (]*"((?:@|[a-z]|node:)[\w@/.:-]*)"/g),
      ].map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''),
    )
    return [...new Set(names.filter((name) => !name.startsWith('node:')))].sort()
  }

  test('needs only Preact, its signals and the page’s own framework in a page', () => {
    expect(imported('page')).toEqual(['@preact/signals', 'preact', 'react', 'svelte', 'vue'])
  })

  test('needs its dependencies on a server, and packages for databases, metrics and spans only if they are used', () => {
    const optionalHere = [
      '@electric-sql/pglite',
      '@opentelemetry/api',
      'drizzle-orm',
      'kysely',
      'pg',
      'prom-client',
    ]
    const needed = Object.keys(manifest.dependencies ?? {}).filter((name) => !name.includes('preact'))
    expect(imported('server')).toEqual([...needed, ...optionalHere].sort())
    for (const name of optionalHere) expect(manifest.peerDependenciesMeta[name]?.optional, name).toBe(true)
  })

  test('needs Playwright in its own entry only, and nothing else in tests', () => {
    const asking = filesIn(dist).filter(
      (file) => file.endsWith('.js') && readFileSync(dist + file, 'utf8').includes('from "@playwright/test"'),
    )
    expect(asking).toEqual(['testing/playwright.js'])
    expect(imported('tests')).toEqual(['@playwright/test'])
    expect(manifest.peerDependenciesMeta['@playwright/test']?.optional).toBe(true)
  })

  test('has the whole sandbox in one file, with the files of its pages next to it', () => {
    expect(filesIn(`${dist}sandbox`).filter((file) => file.endsWith('.js') && !file.includes('/'))).toEqual([
      'sandbox.js',
    ])
    expect(existsSync(`${dist}sandbox/hosted/styles.css`)).toBe(true)
  })

  test('declares packages that only some shops need as optional', () => {
    const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, { optional }]) => optional)
    expect(optional.map(([name]) => name)).toEqual(Object.keys(manifest.peerDependencies))
  })

  test('has every language as a file for the script and as a module for a bundler', () => {
    const tags = (folder: string) =>
      filesIn(dist + folder)
        .filter((file) => /\.js(on)?$/.test(file))
        .map((file) => file.replace(/\..*/, ''))
    const modules = tags('languages')

    // English is built in. Its module is beside the files that the script loads.
    expect(modules).toEqual(
      tags('locales').filter((tag) => !['index', 'en', 'en-opening', 'merge-messages'].includes(tag)),
    )
    expect(modules.length).toBeGreaterThan(30)
  })
})
