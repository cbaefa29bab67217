// TypeScript of the documents compiles against the source in one run; snippets without a page also run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MerchantEvent, type MerchantServer, migrate } from '../../../src/merchant/index.ts'
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { allBlocks, type Block, placeOf } from '../../support/documents.ts'
import { useEmptyDatabase } from '../../support/each-database.ts'

const folder = fileURLToPath(new URL('../../../.cache/snippets/', import.meta.url))
const tsc = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc')

/** Declarations that a snippet needs, by a text that only this snippet contains. */
const takenForGranted: readonly (readonly [mark: string, declarations: string])[] = [
  ["createElement('payin-checkout')", 'declare function showThanks(order?: string | null): void'],
  ['payin-checkout/react', 'declare function showThanks(order?: string | null): void'],
  ['payin-checkout/preact', 'declare function note(reason?: string | null): void'],
  [
    'createCheckout({',
    `import type { Fault, Phase } from 'payin-checkout'
     declare function showThanks(order?: string | null): void
     declare function render(phase: Phase, error: Fault | null): void
     declare const payButton: HTMLButtonElement`,
  ],
  [
    'Promise<Order | null>',
    `declare const baskets: { findLocked(tx: object, id: string): Promise<{ id: string; kinds: string[]; total: string; email: string; paidBy: string | null } | null> }`,
  ],
  [
    '  ...options,',
    `import type { MerchantOptions } from 'payin-checkout/merchant'
     declare const options: MerchantOptions
     declare const logger: { info(fields: object): void }`,
  ],
  [
    '{ ...options,',
    `import type { MerchantOptions } from 'payin-checkout/merchant'
     declare const options: MerchantOptions`,
  ],
  ...['merchant.alerts.', 'merchant.payments(', 'merchant.payLink('].map(
    (mark) =>
      [
        mark,
        `import type { MerchantServer } from 'payin-checkout/merchant'
         declare const merchant: MerchantServer`,
      ] as const,
  ),
  [
    'shop.findLocked(',
    `import type { MerchantOptions, Order, Queries } from 'payin-checkout/merchant'
     declare const store: MerchantOptions['store']
     declare const shop: {
       findLocked(tx: Queries, id: string): Promise<Order | null>
       markPaid(tx: Queries, id: string | number, payment: string): Promise<void>
       ship(order: string, once: string): Promise<void>
     }`,
  ],
  [
    'startShop({',
    `interface Shop {
       readonly url: string
       pressPay(order: string): Promise<void>
       outcomeOf(order: string): Promise<string>
       close(): Promise<void>
     }
     declare function startShop(env: Record<string, string>): Promise<Shop>`,
  ],
  [
    'freezePayin(intent',
    `declare const baseUrl: string, apiKey: string, idempotencyKey: string
     declare const intent: Parameters<typeof freezePayin>[0]`,
  ],
]

const preambleOf = ({ code }: Block) =>
  takenForGranted
    .filter(([mark]) => code.includes(mark))
    .map(([, declarations]) => declarations)
    .join('\n')

const frameworkOf = ({ code }: Block) => (code.includes('payin-checkout/preact') ? 'preact' : 'react')

/** The script of a Vue or Svelte file; framework-snippets.test.ts compiles its markup. */
const scriptOf = ({ language, code }: Block) =>
  language === 'vue' || language === 'svelte'
    ? `import type {} from '${language}'\n${/<script[^>]*>([\s\S]*?)<\/script>/.exec(code)?.[1] ?? ''}`
    : code

const blocks = allBlocks('ts', 'tsx', 'vue', 'svelte')
const fileOf = (block: Block) =>
  placeOf(block).replace(/[/.:]/g, '-') + (block.language === 'tsx' ? '.tsx' : '.ts')

let errors = ''

function writeSnippets(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const block of blocks) {
    const pragma =
      block.language === 'tsx'
        ? `/** @jsxRuntime automatic */ /** @jsxImportSource ${frameworkOf(block)} */`
        : ''
    writeFileSync(
      folder + fileOf(block),
      [pragma, scriptOf(block), preambleOf(block), 'export {}'].join('\n'),
    )
    // The store of another snippet.
    if (block.code.includes('export const store ='))
      writeFileSync(`${folder}store.ts`, `export * from './${fileOf(block).replace(/ts$/, 'js')}'`)
  }
  const entry = (path: string) => [`../../src/${path}`]
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      noUnusedLocals: false,
      paths: {
        'payin-checkout': entry('index.ts'),
        'payin-checkout/define': entry('define.ts'),
        'payin-checkout/locales/*': entry('locales/locale.ts'),
        'payin-checkout/merchant/*': entry('merchant/*.ts'),
        'payin-checkout/testing/playwright': entry('testing/playwright.ts'),
        'payin-checkout/*/use-checkout': entry('*/use-checkout.ts'),
        'payin-checkout/*': entry('*/index.ts'),
      },
    },
    include: ['.', '../../src/view/css.d.ts'],
  }
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config))
}

beforeAll(() => {
  writeSnippets()
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    errors = String((error as { stdout?: string }).stdout)
  }
}, 120_000)
afterEach(() => vi.unstubAllGlobals())

test.each(blocks.map((block) => [placeOf(block), fileOf(block)]))('%s compiles', (_, file) => {
  expect(errors.split('\n').filter((line) => line.includes(file))).toEqual([])
})

test('the compiler reports no other error', () => {
  expect(errors).toBe('')
})

test('the service client creates one payin for the same bytes and key', async () => {
  const block = blocks.find(({ code }) => code.includes('freezePayin(intent'))
  const sandbox = await startSandbox({ port: 0 })
  vi.stubGlobal('baseUrl', sandbox.origin)
  vi.stubGlobal('apiKey', 'test_sandbox')
  vi.stubGlobal('idempotencyKey', 'snippet-1')
  vi.stubGlobal('intent', {
    amount: { value: '49.90', currency: 'EUR' },
    payer: { email: 'mara@example.test' },
    return_url: 'http://localhost:4000/',
  })
  try {
    for (const run of [1, 2]) await import(`${folder}${block ? fileOf(block) : ''}?run=${run}`)
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
    expect(sandbox.service.payins.list()).toHaveLength(1)
  } finally {
    await sandbox.close()
  }
})

describe('a merchant with the handlers of a snippet', () => {
  const snippetWith = async (mark: string) => {
    const block = blocks.find(({ code }) => code.includes(mark))
    return import(`${folder}${block ? fileOf(block) : ''}`)
  }
  const lines: MerchantEvent[] = []
  const emptyDatabase = useEmptyDatabase()
  let merchant: MerchantServer | undefined

  beforeEach(async () => {
    lines.length = 0
    vi.spyOn(console, 'log').mockImplementation((line) => lines.push(JSON.parse(String(line))))
    const store = emptyDatabase()
    await migrate(store)
    const service = { baseUrl: 'http://localhost:1', apiKey: 'test_snippet', webhookSecrets: 'snippet' }
    const orders = { find: async () => null, setPaid: async () => undefined, fulfil: async () => undefined }
    vi.stubGlobal('options', { service, publicUrl: 'http://localhost:4000', store, orders })
    vi.stubGlobal('logger', { info: (event: MerchantEvent) => lines.push(event) })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await merchant?.close()
  })
  const ask = async (path: string) =>
    (await merchant?.fetch(new Request(`http://localhost:4000${path}`)))?.status

  test('writes lines and counts metrics', async () => {
    const shop = await snippetWith('answerMetrics')
    merchant = shop.merchant
    expect([await ask('/checkout/nowhere'), await ask('/healthz')]).toEqual([404, 200])
    const answer: Response = await shop.answerMetrics()
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await answer.text()
    expect(text).toContain('checkout_http_answers_total{route="/healthz",method="GET",status="2xx"} 1')
    expect(lines.filter(({ event }) => event === 'request').map(({ status }) => status)).toEqual([404])
  })

  test('passes only log lines to its own logger', async () => {
    merchant = (await snippetWith('logger.info(event)')).merchant
    expect([await ask('/checkout/nowhere'), await ask('/healthz')]).toEqual([404, 200])
    expect(lines.filter(({ event }) => event.startsWith('request')).map(({ status }) => status)).toEqual([
      404,
    ])
  })
})
