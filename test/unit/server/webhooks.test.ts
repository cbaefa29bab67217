import { runInNewContext } from 'node:vm'
import { verifyWebhook } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text)

// Every signature in this file was made by another tool, on a terminal that speaks UTF-8:
//   printf '<body>' | openssl dgst -sha256 -hmac '<secret>'
const body = bytes('{"id":"p1","status":"COMPLETED","note":"café"}')
const first = 'c48634f75ce141f686aa3681db264e9b07dad4334ef254965249f08c4b143e01'
const second = '71f7c6b6335a6c750f9942a9a8d9a2d407b00a830e3fe33fc1ddaddc3df5f3c3'
const empty = '8c3b39ecd6b40ccaa4c3294ea4d527abc4f7d2bec002954f2e99645824e25b08'
const secrets = ['sandbox_webhook_secret']

describe('verifyWebhook', () => {
  test('accepts what openssl signed, in either case', async () => {
    expect(await verifyWebhook(body, first, secrets)).toBe(true)
    expect(await verifyWebhook(body, first.toUpperCase(), secrets)).toBe(true)
    expect(await verifyWebhook(bytes(''), empty, secrets)).toBe(true)
  })

  test.each([
    [
      'text of several scripts',
      bytes('{"id":"o1","status":"PROCESSING","name":"Łódź 🎉"}'),
      'sandbox_webhook_secret',
      '934448dd7cd1a5e4cfa71c16a07ba84ed007fba57247668d6fa1b8c5bbfd3d77',
    ],
    [
      'bytes that are no text',
      Uint8Array.of(0xff, 0x00, 0x0a),
      'sandbox_webhook_secret',
      '3deab45f5a503bf46d7a34c6d31ad82eef0139ec56b8da7ed66ccafdf2ed2f6d',
    ],
    [
      'a line break at the end',
      bytes('{"id":"p1","status":"COMPLETED"}\r\n'),
      'sandbox_webhook_secret',
      'dd20c3272f63b92d5354316ec2062d294342c86e6b34194e202b12609b658afe',
    ],
    [
      'a secret outside of ASCII',
      bytes('{"id":"o1"}'),
      'geheimnis_mit_ü',
      '57b9f908418d467d2c4a5042760b3599d99d02bbc6240e38991a33718e214a25',
    ],
    [
      'a secret longer than a hash block',
      bytes('{"id":"o1"}'),
      'k'.repeat(100),
      'a8fc1b968bf88292e0030540cd6362df5270c0b9a9c0042a5b68b6ebfe926201',
    ],
  ])('accepts %s', async (_what, raw, secret, signature) => {
    expect(await verifyWebhook(raw, signature, [secret])).toBe(true)
    expect(await verifyWebhook(raw, signature, ['old', secret, 'new'])).toBe(true)
    expect(await verifyWebhook(raw, signature, ['old', 'new'])).toBe(false)
  })

  test('accepts any of several secrets during a rotation', async () => {
    expect(await verifyWebhook(body, second, secrets)).toBe(false)
    expect(await verifyWebhook(body, second, [...secrets, 'second'])).toBe(true)
  })

  test.each([
    ['no signature', null],
    ['an empty signature', ''],
    ['a signature that is cut', first.slice(0, 62)],
    ['a signature with more behind it', `${first}00`],
    ['a signature with a wrong digit at its end', `${first.slice(0, 63)}g`],
    ['another signature', second],
    ['a prefix before it', `sha256=${first}`],
    ['a line break behind it', `${first}\n`],
  ])('refuses %s', async (_what, signature) => {
    expect(await verifyWebhook(body, signature, secrets)).toBe(false)
  })

  test('refuses a body with one changed byte', async () => {
    expect(await verifyWebhook(bytes('{"id":"p2","status":"COMPLETED","note":"café"}'), first, secrets)).toBe(
      false,
    )
  })

  test('verifies the given view, not its whole buffer', async () => {
    const buffer = new Uint8Array(body.length + 20).fill(65)
    buffer.set(body, 7)
    expect(await verifyWebhook(buffer.subarray(7, 7 + body.length), first, secrets)).toBe(true)
  })

  test('takes the bytes of a Buffer and of request.arrayBuffer(), and those of another realm', async () => {
    const other = runInNewContext('Uint8Array.from(given)', { given: [...body] }) as Uint8Array
    for (const raw of [Buffer.from(body), body.slice().buffer as unknown as Uint8Array, other])
      expect(await verifyWebhook(raw, first, secrets)).toBe(true)
  })

  test.each([
    ['the text', '{"id":"p1"}'],
    ['a text of digits, which would be a length', '40'],
    ['a number, which would be a length', 40],
    ['the parsed body', { id: 'p1' }],
    ['a list of bytes', [...body]],
    ['a list of numbers of two bytes', Uint16Array.from(body)],
    ['nothing', undefined],
    ['null', null],
    ['the request', new Request('https://shop.example', { method: 'POST', body: 'x' })],
  ])('names what to pass when it gets %s instead of the bytes', async (_what, raw) => {
    for (const signature of [first, empty, null])
      await expect(verifyWebhook(raw as unknown as Uint8Array, signature, secrets)).rejects.toThrow(
        new TypeError(
          'verifyWebhook needs the raw bytes of the request, a Uint8Array, such as new Uint8Array(await request.arrayBuffer()). Text, or a body that was parsed, is no longer what the service has signed.',
        ),
      )
  })

  test.each(['Uint8Array', 'ArrayBuffer'])('refuses an object that only says it is a %s', async (name) => {
    const raw = { [Symbol.toStringTag]: name } as unknown as Uint8Array
    await expect(verifyWebhook(raw, empty, secrets)).rejects.toThrow(TypeError)
  })

  test('refuses a list of signatures, which a request with two such headers may become', async () => {
    expect(await verifyWebhook(body, [first] as unknown as string, secrets)).toBe(false)
  })

  test.each([
    ['one text', 'sandbox_webhook_secret'],
    ['nothing', undefined],
    ['a variable that is not set', [undefined]],
    ['a set', new Set(secrets)],
  ])('throws when the secrets are %s', async (_what, given) => {
    await expect(verifyWebhook(body, first, given as unknown as string[])).rejects.toThrow(
      /^verifyWebhook needs the webhook secrets as a list of texts/,
    )
  })

  test.each([[[]], [['']], [['good', '']]])('throws at once if a secret is missing: %j', async (missing) => {
    await expect(verifyWebhook(body, first, missing)).rejects.toThrow(/secret is empty/)
  })
})
