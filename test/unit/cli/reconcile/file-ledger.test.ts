// Payments from a file, for a server that stores them in its own way.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openFileLedger } from '../../../../src/cli/reconcile/file-ledger.ts'
import { allBlocks } from '../../../support/documents.ts'
import { openSandbox, runCli } from '../running-sandbox.ts'

async function fileWith(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reconcile-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'sessions.json')
  const isWhole = typeof content === 'string' || Buffer.isBuffer(content)
  await writeFile(file, isWhole ? content : JSON.stringify(content))
  return file
}

const completed = { reference: 'A-1', service_id: 'id-1', status: 'COMPLETED' }
const all = async (content: unknown) =>
  (await openFileLedger(await fileWith(content), new AbortController().signal)).readSince(new Date(0))

it.each([
  ['an array', [completed]],
  ['an object with sessions', { sessions: [completed] }],
  ['an object in each line', `${JSON.stringify(completed)}\n\n`],
  ['UTF-8 with a byte order mark', `\u{FEFF}${JSON.stringify([completed])}\r\n`],
  [
    'UTF-16, as Windows PowerShell writes it',
    Buffer.from(`\u{FEFF}[${JSON.stringify(completed)}]`, 'utf16le'),
  ],
])('a file ledger reads %s', async (_, content) => {
  expect(await all(content)).toEqual([
    {
      kind: 'payin',
      reference: 'A-1',
      serviceId: 'id-1',
      status: 'COMPLETED',
      outcome: 'complete',
      amount: null,
      review: null,
      settledAs: null,
    },
  ])
})

it('a file ledger reads the example file of the documents', async () => {
  const [block] = allBlocks('json').filter(({ file }) => file === 'docs/reconcile.md')
  expect(await all(block?.code ?? '')).toMatchObject([
    { reference: 'A-1001', outcome: 'complete', amount: { value: '49.90', currency: 'EUR' } },
  ])
})

it('a file ledger uses the outcome of the file if there is one', async () => {
  expect(await all([{ ...completed, status: 'AUTHORIZED', outcome: 'complete' }])).toMatchObject([
    { status: 'AUTHORIZED', outcome: 'complete' },
  ])
})

it('a file ledger names the line that is no JSON object', async () => {
  const lines = [JSON.stringify(completed), '', '{"kind":', '7'].join('\n')
  await expect(all(lines)).rejects.toThrow(/one JSON object per line\. Line 3 is none\.$/)
})

it('a file ledger accepts an empty array and refuses an empty file', async () => {
  expect(await all([])).toEqual([])
  for (const content of ['', '\n', 'null', '7', '"x"', '{"sessions":{}', '<html>']) {
    await expect(all(content), content).rejects.toThrow(/must contain a JSON array of sessions|session 1: /)
  }
})

it.each([
  [null, /session 1: it must be an object\./],
  [{ ...completed, status: undefined }, /session 1: status must be the status at the service/],
  [{ ...completed, service_id: undefined }, /session 1: service_id must be a text, or null/],
  [{ ...completed, service_id: 7 }, /session 1: service_id must be a text, or null/],
  [{ ...completed, kind: 'card' }, /session 1: kind must be one of payin, payout/],
  [{ ...completed, outcome: 'paid' }, /session 1: outcome must be one of open/],
  [{ ...completed, created_at: 'yesterday' }, /session 1: created_at must be ISO 8601/],
  [{ ...completed, amount: 49.9 }, /session 1: amount must be like/],
  [{ ...completed, amount: { value: '49,90', currency: 'EUR' } }, /session 1: amount must be like/],
])('a file ledger names the wrong field of %j', async (entry, sentence) => {
  await expect(all([entry])).rejects.toThrow(sentence)
})

it('a file ledger leaves out payments that ended before --since', async () => {
  const old = { ...completed, created_at: '2026-01-01T00:00:00Z' }
  const ledger = await openFileLedger(
    await fileWith([
      old,
      { ...old, service_id: 'id-2', status: 'CREATED' },
      { ...completed, service_id: 'id-3' },
    ]),
    new AbortController().signal,
  )
  const found = await ledger.readSince(new Date('2026-02-01'))
  expect(found.map(({ serviceId }) => serviceId)).toEqual(['id-2', 'id-3'])
  expect((await ledger.find(['ID-1'])).map(({ serviceId }) => serviceId)).toEqual(['id-1'])
})

it('the command compares a file with a running sandbox', async () => {
  const sandbox = await openSandbox()
  const id = await sandbox.makePayin('A-1')
  await sandbox.trigger('payin.completed')
  const env = { PAYMENTS_BASE_URL: sandbox.origin, PAYMENTS_API_KEY: 'test_sandbox' }
  const reconcile = async (status: string, amount = '49.90') =>
    runCli(
      [
        'reconcile',
        '--json',
        '--calls-per-second',
        '100',
        '--sessions',
        await fileWith([
          { reference: 'A-1', service_id: id, status, amount: { value: amount, currency: 'EUR' } },
        ]),
      ],
      env,
    )
  expect(await reconcile('COMPLETED')).toMatchObject({ code: 0, errorLines: [] })
  const { code, lines } = await reconcile('CREATED', '50.00')
  expect(JSON.parse(lines[0] ?? '').differences.map(({ what }: { what: string }) => what)).toEqual([
    'money_not_known',
    'amount',
  ])
  expect(code).toBe(1)
})
