// A shop's own program that listens: what `serve` guarantees besides the merchant.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { MerchantServer } from '../../../src/merchant/index.ts'
import { CannotListen, serve } from '../../../src/merchant/node/serve.ts'

/** A merchant that records its calls. */
function createRecordingMerchant() {
  const calls: string[] = []
  const merchant = {
    fetch: async () => new Response('here'),
    start: () => void calls.push('start'),
    close: async () => void calls.push('close'),
  } as unknown as MerchantServer
  return { calls, merchant }
}

test('a merchant starts when it can be reached, and is closed before and after its last answers', async () => {
  const { calls, merchant } = createRecordingMerchant()
  const serving = await serve(merchant, { port: 0 })
  expect(calls).toEqual(['start'])
  expect(await (await fetch(`http://127.0.0.1:${serving.port}/`)).text()).toBe('here')
  await Promise.all([serving.close(), serving.close()])
  expect(calls).toEqual(['start', 'close', 'close'])
  await expect(fetch(`http://127.0.0.1:${serving.port}/`)).rejects.toThrow()
})

test('a port in use is reported with the remedy, and the merchant does not start', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { calls, merchant } = createRecordingMerchant()
  await expect(serve(merchant, { port })).rejects.toThrow(
    new CannotListen(
      `Port ${port} is in use by another program. Stop that program, or set PORT (\`port\` in code) to a free port.`,
    ),
  )
  expect(calls).toEqual([])
})

test('an address of another machine is reported, too', async () => {
  const { merchant } = createRecordingMerchant()
  await expect(serve(merchant, { host: '203.0.113.7', port: 0 })).rejects.toThrow(
    /^Cannot listen at 203\.0\.113\.7:0 \(/,
  )
})
