import { expect, test } from 'vitest'
import { runCli } from './running-sandbox.ts'

test('"help" prints what "--help" prints, also for a command', async () => {
  const all = await runCli(['--help'])
  expect(await runCli(['help'])).toEqual(all)
  expect(all.lines.join('\n')).toContain('reconcile')
  expect(await runCli(['help', 'trigger'])).toEqual(await runCli(['trigger', '--help']))
})

test('"help" of a command that does not exist names the nearest one', async () => {
  const { code, errorText } = await runCli(['help', 'docter'])
  expect([code, errorText]).toEqual([
    2,
    expect.stringMatching(/^There is no command "docter"\. Did you mean "doctor"\?\n/),
  ])
})

test.each([
  [['trigger', 'nonsense', '--json'], 'There is no "nonsense".'],
  [['alerts', '--nonsense', '--json'], "error: unknown option '--nonsense'"],
])('a program that reads JSON gets the error of %j, too', async (args, beginning) => {
  const { code, lines, errorText } = await runCli(args)
  expect([code, lines.length, errorText]).toEqual([2, 1, expect.stringContaining(beginning)])
  expect(JSON.parse(lines.join(''))).toEqual({ error: expect.stringContaining(beginning) })
})

test.each([[['docter', '--help']], [['alerts', 'setle', '-h']]])(
  '%j is no command, so it has no help',
  async (args) => {
    const { code, lines, errorText } = await runCli(args)
    expect([code, lines]).toEqual([2, []])
    expect(errorText).toMatch(/unknown command|too many arguments/)
  },
)
