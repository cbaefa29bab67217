// A shop's own program that listens: what `serve` promises beside the merchant.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { MerchantServer } from '../../../src/merchant/index.ts'
import { CannotListen, serve } from '../../../src/merchant/node/serve.ts'

/** A merchant that writes down what is asked of it. */
function createTold() {
  const told: string[] = []
  const merchant = {
    fetch: async () => new Response('here'),
    start: () => void told.push('start'),
    close: async () => void told.push('close'),
  } as unknown as MerchantServer
  return { told, merchant }
}

test('a merchant starts once it can be reached, and is closed before and after its last answers', async () => {
  const { told, merchant } = createTold()
  const serving = await serve(merchant, { port: 0 })
  expect(told).toEqual(['start'])
  expect(await (await fetch(`http://127.0.0.1:${serving.port}/`)).text()).toBe('here')
  await Promise.all([serving.close(), serving.close()])
  expect(told).toEqual(['start', 'close', 'close'])
  await expect(fetch(`http://127.0.0.1:${serving.port}/`)).rejects.toThrow()
})

test('a port that is taken is a sentence with the remedy, and the merchant has not started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { told, merchant } = createTold()
  await expect(serve(merchant, { port })).rejects.toThrow(
    new CannotListen(
      `Port ${port} is in use by another program. Stop that program, or set PORT (\`port\` in code) to a free port.`,
    ),
  )
  expect(told).toEqual([])
})

test('an address of another machine is a sentence too', async () => {
  const { merchant } = createTold()
  await expect(serve(merchant, { host: '203.0.113.7', port: 0 })).rejects.toThrow(
    /^Cannot listen at 203\.0\.113\.7:0 \(/,
  )
})
