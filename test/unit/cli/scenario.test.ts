// `payin-checkout trigger scenario`: what a file may contain, and what each step does.
import { describe, expect, it } from 'vitest'
import { connectToSandbox } from '../../../src/cli/sandbox-client/client.ts'
import { runScenario } from '../../../src/cli/scenario/run-scenario.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { openSandbox } from './running-sandbox.ts'
import { scenarioFile } from './scenario-file.ts'

const first = ['steps:', '  - create: { payin: { amount: 49.90, reference: A-1 } }', '    as: first']

describe('a scenario', () => {
  it('runs every kind of step, with references to earlier results', async () => {
    const { trigger, sent, service, faults } = await openSandbox()
    const file = scenarioFile(
      'about: everything',
      'steps:',
      '  - reset: { seed: 7 }',
      '  - reset:',
      '  - create: { payin: { amount: 49.90, reference: 1001, webhook_url: http://shop.example/a } }',
      '    as: first',
      '  - create:',
      '      payout: { amount: "${first.amount.value}", reference: ${first.reference}-back, webhook_url: http://shop.example/b }',
      '    as: back',
      '  - create: { bank_transfer: { amount: 20, names: Zoë, reference: no } }',
      '    as: transfer',
      '  - create: { on_ramp: { amount: 20.50, reference: O-1 } }',
      '    as: ramp',
      '  - fault: { cut: { on: [createPayin, getPayin], times: 1, chance: 0.5 } }',
      '  - fault: { webhook_forged: }',
      '  - clear: faults',
      '  - move: { payin: ${first.id}, status: FAILED, details: RISK_REJECTED }',
      '  - move: { payout: { reference: 1001-back }, status: processing }',
      '  - move: { bank_transfer: { latest: true }, status: AUTHORIZED }',
      '  - move: { on_ramp: ${ramp.id}, deposit: SUCCESS }',
      '  - expect: { on_ramp: ${ramp.id}, status: INTENT, deposit: SUCCESS }',
      '  - expect: { payin: ${first.id}, status: FAILED, details: RISK_REJECTED }',
      '  - replay: { payin: ${first.id} }',
      '  - replay: latest',
      '  - clock: +25 min',
      '  - wait: { payout: ${back.id}, status: PROCESSING }',
      '  - expect: { bank_transfer: { reference: no } }',
    )
    const { code, lines, errorLines } = await trigger('scenario', file)
    expect([code, errorLines, lines.at(-1)]).toEqual([0, [], 'All 20 steps have run.'])
    expect(service.payouts.list()).toMatchObject([{ amount: { value: '49.90' }, reference: '1001-back' }])
    expect(service.bankTransfers.list()).toMatchObject([{ names: 'Zoë', revision: 'no' }])
    expect(sent.map(({ url }) => url.at(-1))).toEqual(['a', 'b', 'a', 'a'])
    expect(faults.show()).toEqual({ seed: 7, faults: [] })
  })

  it('ends with 1 at the first failed expectation, and prints what was seen', async () => {
    const { trigger, service } = await openSandbox()
    const file = scenarioFile(
      ...first,
      '  - expect:',
      '      payin: ${first.id}',
      '      status: COMPLETED',
      '  - reset:',
    )
    const { code, errorText, lines } = await trigger('scenario', file)
    const [payin] = service.payins.list()
    expect([code, lines]).toEqual([
      1,
      [` 1  Created payin A-1 (${payin?.id}): CREATED, 49.90 EUR`, expect.anything()],
    ])
    expect(errorText).toBe(
      `${file}:4: step 2 (expect): expected payin A-1 (${payin?.id}) to be COMPLETED; it is CREATED.`,
    )
  })

  it('ends with 1 if an expected object does not exist', async () => {
    const { trigger } = await openSandbox()
    const { code, errorText } = await trigger(
      'scenario',
      scenarioFile(...first, '  - expect: { payin: { reference: B-2 } }'),
    )
    expect(code).toBe(1)
    expect(errorText).toMatch(/expected payin B-2 to be there\. There is no payin with the reference B-2/)
  })

  it('ends with 2 if a step cannot be done, and names it with its line', async () => {
    const { trigger } = await openSandbox()
    const { code, errorText } = await trigger(
      'scenario',
      scenarioFile(...first, '  - move: { payin: A-1, status: FAILED }'),
    )
    expect([code, errorText]).toEqual([
      2,
      expect.stringMatching(/yaml:4: step 2 \(move\): There is no payin with the id A-1/),
    ])
  })

  it('names the step and line of a reference to a missing field', async () => {
    const { trigger } = await openSandbox()
    const file = scenarioFile(...first, '  - move:', '      payin: ${first.ids}', '      status: FAILED')
    const { code, errorText } = await trigger('scenario', file)
    expect([code, errorText]).toEqual([
      2,
      expect.stringContaining('yaml:4: step 2 (move): ${first.ids}: first has id,'),
    ])
    expect(errorText).toContain('Did you mean "id"?')
  })

  it('checks a field again after its reference is resolved', async () => {
    const { trigger } = await openSandbox()
    const file = scenarioFile(...first, '  - move: { payin: "${first.id}", status: "${first.reference}" }')
    const { code, errorText } = await trigger('scenario', file)
    expect([code, errorText]).toEqual([
      2,
      expect.stringContaining('step 2 (move): move.status cannot be A-1; a payin'),
    ])
  })

  it('prints one line of JSON for each step', async () => {
    const { trigger } = await openSandbox()
    const file = scenarioFile(
      ...first,
      '  - clear: faults',
      '  - expect: { payin: ${first.id}, status: FAILED }',
    )
    const { code, lines } = await trigger('scenario', file, '--json')
    expect([code, lines.map((line) => JSON.parse(line))]).toMatchObject([
      1,
      [
        { step: 1, line: 2, does: 'create', as: 'first', result: { reference: 'A-1', status: 'CREATED' } },
        { step: 2, line: 4, does: 'clear', result: null },
        { step: 3, line: 5, does: 'expect', unmet: expect.stringContaining('it is CREATED') },
      ],
    ])
  })
})

describe('waiting', () => {
  /** A clock that moves forward when somebody waits for it. `meanwhile` runs in the first pause. */
  async function run(
    lines: readonly string[],
    meanwhile: (sandbox: Awaited<ReturnType<typeof openSandbox>>) => unknown,
  ) {
    const sandbox = await openSandbox()
    const { terminal, lines: written, errorLines } = fakeTerminal()
    let now = 0
    let code = 0
    await runScenario(lines.join('\n'), 'story.yaml', {
      connect: () =>
        connectToSandbox({ origin: sandbox.origin, apiKey: 'test_sandbox', signal: terminal.ended }),
      terminal,
      json: false,
      end: (exitCode) => {
        code = exitCode
      },
      time: {
        now: () => now,
        sleep: async (ms) => {
          if (now === 0) await meanwhile(sandbox)
          now += ms
        },
      },
    })
    return { code, written, errorLines, waitedMs: now }
  }

  it('ends as soon as the status is reached, also for a new object', async () => {
    const wait = '  - wait: { payin: { reference: A-1 }, status: COMPLETED, within: 10s }'
    const { code, written, waitedMs } = await run(['steps:', wait], async ({ makePayin, trigger }) => {
      await makePayin('A-1')
      await trigger('payin.completed')
    })
    expect([code, waitedMs]).toEqual([0, 200])
    expect(written[0]).toMatch(/^ 1 {2}payin A-1 \(.+\) is COMPLETED$/)
  })

  it('ends with 1 after the time limit, and prints the current status', async () => {
    const wait = '  - wait: { payin: ${first.id}, status: COMPLETED, within: 1s }'
    const { code, errorLines, waitedMs } = await run([...first, wait], () => {})
    expect([code, waitedMs]).toEqual([1, 1_000])
    expect(errorLines[0]).toMatch(
      /^story\.yaml:4: step 2 \(wait\): waited 1 s for payin A-1 .+ to be COMPLETED; it is CREATED\.$/,
    )
  })
})
