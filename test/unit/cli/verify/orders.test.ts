// Commands of the shop that make orders and tokens.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madeTokens } from '../../../../src/cli/verify/orders.ts'

test('a --token command that has failed once is asked again', async () => {
  const env = { ...process.env, FOLDER: join(tmpdir(), randomUUID()) }
  const command = 'mkdir "$FOLDER" 2>/dev/null && exit 1; rmdir "$FOLDER"; echo "token of $ORDER"'
  const tokenOf = madeTokens(command, env, new AbortController().signal)
  await expect(tokenOf('A-1')).rejects.toThrow('--token failed')
  expect(await tokenOf('A-1')).toBe('token of A-1')
})
