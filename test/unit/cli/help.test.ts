import { expect, test } from 'vitest'
import { runCli } from './running-sandbox.ts'

test('"help" prints what "--help" prints, also for a command', async () => {
  const all = await runCli(['--help'])
  expect(await runCli(['help'])).toEqual(all)
  expect(all.lines.join('\n')).toContain('reconcile')
  expect(await runCli(['help', 'trigger'])).toEqual(await runCli(['trigger', '--help']))
})

test.each([
  [['trigger', 'nonsense', '--json'], 'There is no "nonsense".'],
  [['alerts', '--nonsense', '--json'], "error: unknown option '--nonsense'"],
])('a program that reads JSON gets the error of %j, too', async (args, beginning) => {
  const { code, lines, errorText } = await runCli(args)
  expect([code, lines.length, errorText]).toEqual([2, 1, expect.stringContaining(beginning)])
  expect(JSON.parse(lines.join(''))).toEqual({ error: expect.stringContaining(beginning) })
})
