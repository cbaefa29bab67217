import { expect, test } from 'vitest'
import { runCli } from './running-sandbox.ts'

test('"help" prints what "--help" prints, also for a command', async () => {
  const all = await runCli(['--help'])
  expect(await runCli(['help'])).toEqual(all)
  expect(all.lines.join('\n')).toContain('reconcile')
  expect(await runCli(['help', 'trigger'])).toEqual(await runCli(['trigger', '--help']))
})
