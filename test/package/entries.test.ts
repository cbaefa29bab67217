// What the package gives to whom: a name that goes missing breaks a merchant's build.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
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
  'payin-checkout/preact': components,
  'payin-checkout/vue': elements,
  'payin-checkout/svelte': elements,
  'payin-checkout/locales/de': ['default'],
  'payin-checkout/merchant': ['MissingPackage', 'SettingsError', 'WrongTables', 'createMerchant', 'migrate'],
  'payin-checkout/merchant/node': ['CannotListen', 'loadConfig', 'run', 'serve', 'startServer', 'toNode'],
  'payin-checkout/merchant/pglite': ['pgliteStore'],
  'payin-checkout/merchant/postgres': ['postgresStore'],
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

/** Imports an entry as a server does: a Node of its own, without any DOM. */
async function importOnServer(entry: string): Promise<unknown> {
  const script = `import(${JSON.stringify(entry)}).then((entry) => console.log(JSON.stringify(Object.keys(entry).sort())))`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: root })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

describe('the package', () => {
  test.each(Object.entries(names))('gives %s, also where there is no DOM', async (entry, expected) => {
    expect(await importOnServer(entry)).toEqual([...expected].sort())
  })

  test('has no entry that these tests do not know', () => {
    const modules = Object.keys(manifest.exports).filter((entry) => !/\.js(on)?$/.test(entry))

    expect(modules.map((entry) => entry.replace('.', 'payin-checkout').replace('*', 'de'))).toEqual(
      expect.arrayContaining(Object.keys(names)),
    )
    expect(modules).toHaveLength(Object.keys(names).length)
  })

  test('holds every file that its entries name, and types beside each module', () => {
    const targets = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )

    for (const target of targets) expect(existsSync(root + target.replace('*', 'de')), target).toBe(true)
  })

  test('needs Preact and its signals at run time, and nothing else but what the page has anyway', () => {
    expect(Object.keys(manifest.dependencies ?? {})).toEqual(['@preact/signals', 'preact'])
    const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, { optional }]) => optional)
    expect(optional.map(([name]) => name)).toEqual(Object.keys(manifest.peerDependencies))
  })

  test('has every language as a file for the script and as a module for a bundler', () => {
    const tags = (folder: string) =>
      filesIn(dist + folder)
        .filter((file) => /\.js(on)?$/.test(file))
        .map((file) => file.replace(/\..*/, ''))
    const modules = tags('languages')

    // English is built in; what it needs lies beside the files that the script loads.
    expect(modules).toEqual(
      tags('locales').filter((tag) => !['index', 'en', 'en-opening', 'speak'].includes(tag)),
    )
    expect(modules.length).toBeGreaterThan(30)
  })
})
