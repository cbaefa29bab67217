// What a person sees who starts the server with an environment that cannot work.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../../support/child.ts'
import { sentencesIn } from '../../support/uncaught.ts'

const main = fileURLToPath(new URL('../../../server-example/main.ts', import.meta.url))

/** Starts the server as a program and waits for its end. */
function start(environment: Record<string, string>) {
  const env = { PATH: process.env.PATH ?? '', ...environment }
  const child = startChild(process.execPath, ['--import', 'tsx', main], { env })
  onTestFinished(() => void child.end())
  return child.ended
}

test('all mistakes are reported together, one sentence each, without a stack or a secret, and nothing starts', async () => {
  const { code, out, err } = await start({
    PAYMENTS_BASE_URL: 'https://canary_user:canary_password@payments.example/api/v2?canary=1',
    PAYMENTS_API_KEY: 'live_canary',
    PAYMENTS_WEBHOOK_SECRET: '"canary"',
    DATA_DIR: 'memory://',
    BACKOFFICE_TOKEN: 'canary-canary-canary-canary',
    METRICS_TOKEN: 'canary-canary-canary-canary',
  })
  expect([code, out]).toEqual([1, ''])
  expect(sentencesIn(err).map((line) => line.split(' ')[0])).toEqual([
    'PUBLIC_URL',
    'PAYMENTS_BASE_URL',
    'PAYMENTS_BASE_URL',
    'PAYMENTS_BASE_URL',
    'PAYMENTS_WEBHOOK_SECRET',
    'BACKOFFICE_TOKEN',
    'store',
    'ORDER_TOKEN_SECRET',
  ])
  expect(err).not.toMatch(/canary|\n\s+at /)
})

test('a folder that cannot be used is reported in a sentence with the variable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payin-unusable-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // The place of the database's own folder.
  await writeFile(join(folder, 'pglite'), '')
  const { code, err } = await start({ DATA_DIR: folder })
  expect([code, ...sentencesIn(err)]).toEqual([
    1,
    expect.stringMatching(
      /^The embedded database cannot use [^\n]*: its entry "pglite" cannot be opened as a folder\. Set DATA_DIR [^\n]* to a folder [^\n]*$/,
    ),
  ])
})
