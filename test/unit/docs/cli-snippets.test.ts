// Runs every `npx payin-checkout trigger` and `listen` of the documents at a sandbox, and checks the documented output.
import { describe, expect, test } from 'vitest'
import { lineOf } from '../../../src/cli/listen/run-listen.ts'
import { run } from '../../../src/cli/program.ts'
import type { SandboxEvent } from '../../../src/cli/sandbox-client/events.ts'
import { allBlocks, blocksOf, placeOf } from '../../support/documents.ts'
import { fakeTerminal } from '../cli/fake-terminal.ts'
import { openSandbox } from '../cli/running-sandbox.ts'

const commandsIn = (code: string) =>
  code
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, ''))
    .filter((line) => /^npx payin-checkout (trigger|listen)\b/.test(line))
    .map((line) => line.split(' ').slice(2))

const blocks = allBlocks('sh').filter(({ code }) => commandsIn(code).length > 0)

/** Ends a command that runs until Ctrl-C after its first output. */
async function runToItsEnd(args: readonly string[], origin: string) {
  const { terminal, waitForText, ended, errorLines } = fakeTerminal({ SANDBOX_URL: origin })
  if (args[0] === 'listen') void waitForText('Ctrl-C ends it').then(() => ended.abort())
  const code = await run(args, terminal)
  return { code, errorLines: args[0] === 'listen' ? [] : errorLines }
}

describe('commands of the documents', () => {
  test.each(blocks.map((block) => [placeOf(block), block.code]))(
    '%s: each command does what the document says',
    async (_, code) => {
      const { origin } = await openSandbox()
      for (const args of commandsIn(code)) {
        expect([args.join(' '), await runToItsEnd(args, origin)]).toEqual([
          args.join(' '),
          { code: 0, errorLines: [] },
        ])
      }
    },
  )

  test('exist in these documents', () => {
    expect(blocks.map(({ file }) => file)).toEqual(['docs/sandbox.md', 'docs/sandbox.md'])
  })
})

test('docs/sandbox.md shows the lines that listen prints', () => {
  const id = '057a932c-435e-46d6-850d-716239b7869b'
  const call = {
    id,
    method: 'POST',
    path: '/api/v2/payins',
    idempotency_key: '5cf20f8e-0000-4000-8000-000000000000',
  }
  const webhook = {
    id,
    event: 'payinStatusChanged',
    object_id: id,
    url: 'http://localhost:4000/webhooks/payins',
    body: '{"status":"FAILED","reference":"A-1001"}',
    signature: '7eada262'.padEnd(64, '0'),
    forged: false,
    attempt: 1,
  }
  const events: SandboxEvent[] = [
    { id: '', type: 'call.ended', data: { ...call, at: '2026-11-20T12:00:01.000Z', status: 201 } },
    {
      id: '',
      type: 'webhook.ended',
      data: { ...webhook, at: '2026-11-20T12:00:03.000Z', status: 204, answer: null, error: null },
    },
  ]
  const [shown] = blocksOf('docs/sandbox.md').filter(({ language }) => language === 'text')
  const { colours } = fakeTerminal().terminal
  expect(shown?.code.split('\n')).toEqual(events.map((event) => lineOf(event, colours)))
})
