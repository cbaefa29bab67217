// The server of --start, when it ends before it answers.
import { expect, test } from 'vitest'
import { ServerProcess } from '../../../../src/cli/verify/server-process.ts'
import { freePort } from '../../../support/free-port.ts'

/** The message for a program that ends. @param code JavaScript */
async function messageOf(code: string, env = process.env): Promise<string> {
  const endpoint = `http://127.0.0.1:${await freePort()}/checkout`
  const command = `"${process.execPath}" -e "${code}"`
  const server = new ServerProcess(command, endpoint, env, new AbortController().signal)
  try {
    await server.start()
    return 'It has started.'
  } catch (error) {
    return (error as Error).message
  } finally {
    await server.stop()
  }
}

test('a server that prints megabytes leaves a message that a person can read', async () => {
  const message = await messageOf(
    `process.stdout.write('x'.repeat(3_000_000)); console.error('\\u001b[31m\\nno database\\u001b[0m'); process.exitCode = 1`,
  )
  expect(message).toContain('no database')
  expect(message.length).toBeLessThan(5_000)
  expect(message).not.toContain('\u001b')
})

test('a server in the background is told to stay in the foreground', async () => {
  expect(await messageOf('0')).toContain('do not start it in the background')
})

test('a server that the system cannot start is reported with the reason', async () => {
  const env = { ...process.env, TOO_LONG: 'x'.repeat(8_000_000) }
  expect(await messageOf('0', env)).toMatch(/^The --start command could not be started: .*(E2BIG|long)/)
})
