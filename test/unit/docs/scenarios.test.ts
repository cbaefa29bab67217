// docs/scenarios.md: each of its scenarios runs, and its table has all steps.
import { describe, expect, test } from 'vitest'
import { allBlocks, codeIn, placeOf, readDocument, tableOf } from '../../support/documents.ts'
import { openSandbox } from '../cli/running-sandbox.ts'
import { scenarioFile } from '../cli/scenario-file.ts'

describe('the page about scenarios', () => {
  test.each(allBlocks('yaml').map((block) => [placeOf(block), block.code]))(
    '%s runs to its end',
    async (_, code) => {
      const { trigger } = await openSandbox()
      const { code: exitCode, errorLines, lines } = await trigger('scenario', scenarioFile(code))
      expect([exitCode, errorLines]).toEqual([0, []])
      expect(lines.at(-1)).toMatch(/^All \d+ steps have run\.$/)
    },
  )

  test('has a row for every step, and for no other', async () => {
    const { trigger } = await openSandbox()
    const { errorText } = await trigger('scenario', scenarioFile('steps:', '  - {}'))
    const [, known = ''] = /must name one of (.+)\.$/.exec(errorText) ?? []
    const rows = tableOf(readDocument('docs/scenarios.md'), 'step')
    expect(rows.map(([cell = '']) => codeIn(cell)[0]?.split(':')[0]).sort()).toEqual(known.split(', ').sort())
  })

  test('names every field of a create', async () => {
    const { trigger } = await openSandbox()
    const kinds = ['payin', 'payout', 'bank_transfer', 'on_ramp']
    const steps = kinds.map((kind) => `  - create: { ${kind}: { amount: 20, nothing: x } }`)
    const { errorText } = await trigger('scenario', scenarioFile('steps:', ...steps))
    const fields = [...errorText.matchAll(/ takes ([a-z_, ]+)\./g)].flatMap(([, list = '']) =>
      list.split(', '),
    )
    const [, sentence = ''] =
      /^`create` takes ([\s\S]+?)\. What/m.exec(readDocument('docs/scenarios.md')) ?? []
    expect(new Set(codeIn(sentence))).toEqual(new Set(fields))
  })

  test('shows each step as it can be written', async () => {
    const { trigger } = await openSandbox()
    const shown = tableOf(readDocument('docs/scenarios.md'), 'step').flatMap(([step = '']) => codeIn(step))
    const steps = shown.map((step) => `  - ${step.replace('{ … }', '{ amount: 1 }')}`)
    // All are understood, so that it is the first one that cannot be done: `id` is no payin.
    const { errorText } = await trigger('scenario', scenarioFile('steps:', ...steps))
    expect(errorText).toMatch(/:3: step 2 \(move\): There is no payin with the id id/)
  })
})
