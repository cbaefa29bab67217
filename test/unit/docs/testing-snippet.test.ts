// Runs the tests of docs/testing.md unchanged, with node:test, against the example shop.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Claiming, Paying } from '../../../src/testing/index.ts'
import { blocksOf, codeIn, readDocument, tableOf } from '../../support/documents.ts'
import { openSandbox } from '../cli/running-sandbox.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = `${root}.cache/testing-snippet/`
const page = readDocument('docs/testing.md')

describe('docs/testing.md', () => {
  it('shows tests that pass unchanged', async () => {
    const block = blocksOf('docs/testing.md').find(({ code }) => code.includes("'node:test'"))
    mkdirSync(folder, { recursive: true })
    const given = "import { startShop } from '../../test/support/testing-shop.ts'"
    const shop = 'type Shop = Awaited<ReturnType<typeof startShop>>'
    writeFileSync(`${folder}shop.test.ts`, [given, shop, block?.code].join('\n'))
    const args = ['--import', 'tsx', '--test', '--test-reporter=tap', `${folder}shop.test.ts`]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env.PATH },
    })
    expect(stdout).toContain('# pass 3')
    expect(stdout).toContain('# fail 0')
  }, 60_000)

  it('shows a sequence that runs unchanged at a running sandbox', async () => {
    const block = blocksOf('docs/testing.md').find(({ code }) => code.includes('attempt-2'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}sequence.ts`, block?.code ?? '')
    const { origin, service } = await openSandbox()
    await promisify(execFile)(process.execPath, ['--import', 'tsx', `${folder}sequence.ts`], {
      cwd: root,
      env: { PATH: process.env.PATH, SANDBOX_URL: origin },
    })
    expect(service.payins.list().map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED'])
  })

  it('names every method, each reason for a refusal, and each destination of a payout', () => {
    // The compiler requires all values here, and the test requires them in the document.
    const ways: Record<Paying['with'], readonly string[]> = {
      card: [
        'INSUFFICIENT_FUNDS',
        'DECLINED_BY_ISSUER',
        'INSTRUMENT_INVALID',
        'INSTRUMENT_BLOCKED',
        'RISK_REJECTED',
        'PROVIDER_ERROR',
        'OTHER',
      ],
      '3-D Secure': ['AUTHORIZATION_FAILED'],
      bank: ['AUTHORIZATION_FAILED', 'DECLINED_BY_ISSUER', 'INSUFFICIENT_FUNDS', 'INSTRUMENT_BLOCKED'],
      wallet: ['INSUFFICIENT_FUNDS'],
      crypto: [],
      'google pay': [],
      'apple pay': [],
      cancel: [],
      decline: [],
      expire: [],
    }
    const rows = tableOf(page, '`with`').flatMap(([names = '', reasons = '']) =>
      codeIn(names).map((name) => [name, codeIn(reasons)]),
    )
    expect(Object.fromEntries(rows)).toEqual(ways)
    const places: Record<Claiming['to'], true> = {
      'bank account': true,
      'crypto wallet': true,
      wallet: true,
      decline: true,
      expire: true,
    }
    const claiming = tableOf(page, 'call').find(([call]) => call?.includes('claim('))?.[1] ?? ''
    expect(codeIn(claiming)).toEqual(Object.keys(places))
  })
})
