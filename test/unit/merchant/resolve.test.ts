import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { createResolve } from '../../../src/merchant/banks/resolve.ts'

/** The numbers of the two record types (RFC 1035, RFC 3596). */
const a = 1
const aaaa = 28

let socket: Socket | undefined
afterEach(() => {
  socket?.close()
  socket = undefined
})

/** A name server on this machine. @param known the address of each type as bytes; `null` leaves the query open */
async function startNameServer(known: (kind: number) => readonly number[] | undefined | null) {
  const server = createSocket('udp4')
  const asked: number[] = []
  server.on('message', (query: Buffer, from: RemoteInfo) => {
    const kind = query.readUInt16BE(endOfName(query))
    asked.push(kind)
    const address = known(kind)
    if (address === null) return
    server.send(answerTo(query, kind, address), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  socket = server
  return { asked, address: `127.0.0.1:${server.address().port}` }
}

/** The labels begin after the header of 12 bytes, and end with an empty one. */
const endOfName = (query: Buffer) => query.indexOf(0, 12) + 1

function answerTo(query: Buffer, kind: number, address: readonly number[] | undefined): Buffer {
  const question = query.subarray(12, endOfName(query) + 4)
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0])
  if (!address) return Buffer.concat([header, question])
  // The name as a pointer to the question, the type, the class "internet", a minute to live, the address.
  const record = [0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]
  return Buffer.concat([header, question, Buffer.from(record)])
}

const ipv6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]
const never = new AbortController().signal

test('a host resolves to all its addresses, IPv4 and IPv6', async () => {
  const { address, asked } = await startNameServer((kind) => (kind === a ? [10, 0, 0, 5] : ipv6))
  expect(await createResolve({ servers: [address] })('logos.example', never)).toEqual([
    '10.0.0.5',
    '2606:4700::1111',
  ])
  expect(asked.sort()).toEqual([a, aaaa])
})

test('a host with addresses of one kind resolves to these', async () => {
  const { address } = await startNameServer((kind) => (kind === aaaa ? ipv6 : undefined))
  expect(await createResolve({ servers: [address] })('logos.example', never)).toEqual(['2606:4700::1111'])
})

test('a host without an address is an error, and so is an impossible name', async () => {
  const { address } = await startNameServer(() => undefined)
  const resolve = createResolve({ servers: [address] })
  await expect(resolve('logos.example', never)).rejects.toThrow(
    'The name servers know no address of logos.example (ENODATA).',
  )
  await expect(resolve(`${'a'.repeat(64)}.example`, never)).rejects.toThrow('know no address')
})

test('a lookup without an answer ends when its caller gives up', async () => {
  const { address, asked } = await startNameServer(() => null)
  // Longer than a test, so only the signal can end the lookup.
  const resolve = createResolve({ servers: [address], timeoutMs: 120_000 })
  const waiting = new AbortController()
  const found = resolve('logos.example', waiting.signal)
  found.catch(() => undefined)
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
  waiting.abort(new Error('given up'))
  await expect(found).rejects.toThrow('given up')
  await expect(resolve('logos.example', waiting.signal)).rejects.toThrow('given up')
})

test('localhost is this machine, whatever a name server says', async () => {
  const { address, asked } = await startNameServer(() => [8, 8, 8, 8])
  expect(await createResolve({ servers: [address] })('localhost', never)).toEqual(['127.0.0.1', '::1'])
  expect(asked).toEqual([])
})
