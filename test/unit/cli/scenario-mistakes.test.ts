// Mistakes in a scenario file: all are found before the first step, with their lines.
import { describe, expect, it } from 'vitest'
import { runCli } from './running-sandbox.ts'
import { scenarioFile } from './scenario-file.ts'

/** What is wrong with a file, without its path. */
async function mistakesIn(...lines: readonly string[]): Promise<string[]> {
  const { code, errorText } = await runCli(['trigger', 'scenario', scenarioFile(...lines)], {
    SANDBOX_URL: 'http://127.0.0.1:9',
  })
  expect(code).toBe(2)
  return errorText.split('\n').map((line) => line.replace(/^.*story\.yaml:/, ''))
}

describe('a file with mistakes', () => {
  it('is refused before the first step, with all mistakes and their lines', async () => {
    const mistakes = await mistakesIn(
      'steps:',
      '  - create: { payin: { amont: 49.90 } }',
      '    as: first',
      '  - expect: { payin: ${frist.id}, status: COMPLETTED }',
      '  - clock: 5 parsec',
      '  - fault:',
      '      cut:',
      '        on: [createPayIn]',
      '        chance: 2',
      '  - move: { payin: ${first.id} }',
      '  - wait: { payin: x, status: CREATED, within: soon }',
      '  - create: { payin: { amount: 1, webhook_url: ftp://x } }',
      '    as: first',
      '  - reset: { seed: x }',
      '  - frob: 1',
      '  - { clock: +1h, clear: faults }',
      '  - {}',
      '  - reset',
      '  - move: { payin: ${first.id, status: FAILED }',
      '  - move: { payin: a, payout: b, status: FAILED }',
      '  - move: { payout: a, status: FAILED, details: OTHER }',
      '  - clear: everything',
      '  - create: { payin: { amount: 1 } }',
      '    as: two words',
      '  - wait: { payin: x, within: 2h }',
    )
    const expected = [
      '2: "amont" is unknown: step 1, create.payin takes amount, currency, email',
      '4: ${frist…} is not the name of an earlier step; earlier names: first. Did you mean "first"?',
      '4: step 2, expect.status cannot be COMPLETTED; a payin can have CREATED,',
      '5: step 3, clock needs a time to move forward',
      '8: step 4, fault.cut.on names an unknown operation, "createPayIn". Did you mean "createPayin"?',
      '9: step 4, fault.cut.chance must be a number from 0 to 1',
      '10: step 5, move.status is missing; give status or details.',
      '11: step 6, wait.within must be like 90s,',
      '12: step 7, create.payin.webhook_url must be an absolute http or https URL.',
      '13: as: first is already the name of an earlier step.',
      '14: step 8, reset.seed must be a whole number',
      '15: "frob" is unknown: step 9 takes create, move,',
      '16: step 10 must name one of create, move,',
      '17: step 11 must name one of create, move,',
      '18: step 12 must be a mapping of create, move,',
      '19: "${first.id" has no closing brace.',
      '20: step 14, move must name one of payin, payout,',
      '21: step 15, move.details is not a field of a payout.',
      '22: step 16, clear can only be faults.',
      '24: step 17, as must be one word of letters',
      '25: step 18, wait.within must be like 90s,',
    ]
    for (const [at, sentence] of expected.entries()) expect(mistakes[at]).toContain(sentence)
    expect(mistakes).toHaveLength(expected.length)
  })

  it.each([
    ['is no YAML', ['steps: [a', '  b: c'], /^\d+: /],
    ['is empty', [''], '1: steps must be a list of steps.'],
    ['has no step', ['steps: []'], '1: steps has no step.'],
    ['is a list', ['- reset:'], '1: the file must be a mapping of about, steps.'],
    [
      'has another key',
      ['', 'stepps:', '  - reset:'],
      '2: "stepps" is unknown: the file takes about, steps. Did you mean "steps"?',
    ],
    ['says a key twice', ['steps:', '  - clock: 1h', '    clock: 2h'], '3: Map keys must be unique'],
    ['is two documents', ['steps:', '  - reset:', '---', 'steps: []'], /documents/],
    [
      'grows by aliases',
      [
        'a: &a [x,x,x,x,x,x,x,x,x,x,x]',
        'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]',
        'steps: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]',
      ],
      'too many aliases',
    ],
    [
      'refers to a step behind',
      [
        'steps:',
        '  - expect: { payin: "${late.id}" }',
        '  - create: { payin: { amount: 1 } }',
        '    as: late',
      ],
      '2: ${late…} is not the name of an earlier step; no earlier step has a name.',
    ],
    [
      'refers to its own step',
      ['steps:', '  - create: { payin: { amount: 1, reference: "${me.id}" } }', '    as: me'],
      '2: ${me…} is not the name of an earlier step',
    ],
  ])('is refused when it %s', async (_, lines, sentence) => {
    expect((await mistakesIn(...lines))[0]).toMatch(
      sentence instanceof RegExp ? sentence : expectText(sentence),
    )
  })

  it('is refused when it cannot be read', async () => {
    const { code, errorText } = await runCli(['trigger', 'scenario', '/nowhere/story.yaml'])
    expect([code, errorText]).toEqual([
      2,
      '/nowhere/story.yaml cannot be read (ENOENT). Give the path of a scenario file.',
    ])
  })
})

const expectText = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
