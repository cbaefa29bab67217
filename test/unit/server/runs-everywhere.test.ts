// The client as one script in a context that has web globals only: what Deno, Bun and workers have in common.
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'

const entry = fileURLToPath(new URL('../../../src/server/index.ts', import.meta.url))

/** Everything that the client may find. Not `Buffer`, `process`, `require`, `window`, `document`. */
const webGlobals = {
  AbortController,
  AbortSignal,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  clearTimeout,
  crypto,
  setTimeout,
  structuredClone,
}

let script = ''
beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'server', fileName: () => 'server.js' },
    },
  })
  for (const { output } of [result].flat() as { output: { code: string }[] }[])
    script += output[0]?.code ?? ''
}, 60_000)

/** Runs `work` beside the client; `fetch` is a global of that world. */
function inBareWorld(work: string, answer: (url: string, init: RequestInit) => Response): Promise<unknown> {
  const fetch = async (url: string, init: RequestInit) => answer(url, init)
  const context = createContext({ ...webGlobals, fetch })
  return runInContext(`${script}\n;(async () => { ${work} })()`, context, { timeout: 5_000 })
}

const intent = `{ amount: { value: '49.90', currency: 'EUR' }, return_url: 'https://shop.example/r', reference: 'A-1' }`
const client = `const c = server.createServiceClient({ baseUrl: 'https://payments.example', apiKey: 'test_key' })`

test('the client uses no global that only Node or only browsers have', () => {
  const code = script.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  expect(code).toContain('createServiceClient')
  expect(
    code.match(
      /node:|\bBuffer\b|\b(process|window|document)\.\w|\b(require|import)\(|__dirname|setImmediate/,
    ),
  ).toBeNull()
})

test('the client creates, and repeats after 500, without Node', async () => {
  let sendings = 0
  const end = await inBareWorld(
    `${client}
    return JSON.stringify(await c.payouts.create(server.freezePayout(${intent}, 'key-1')))`,
    (_url, { body }) =>
      sendings++ === 0
        ? new Response('', { status: 500 })
        : new Response(JSON.stringify({ ...JSON.parse(String(body)), id: 'o1', status: 'CREATED' }), {
            status: 201,
          }),
  )
  expect(JSON.parse(String(end))).toMatchObject({ id: 'o1', reference: 'A-1', redirect_url: null })
  expect(sendings).toBe(2)
})

test('the client iterates lists without Node', async () => {
  const end = await inBareWorld(
    `${client}
    const names = []
    for await (const bank of c.banks.all()) names.push(bank.name)
    return names.join()`,
    (url) => {
      const page = Number(new URL(url).searchParams.get('page'))
      const content = [{ id: `b${page}`, name: `Bank ${page}` }]
      return new Response(JSON.stringify({ content, page, page_size: 1, has_more: page < 3 }))
    },
  )
  expect(end).toBe('Bank 1,Bank 2,Bank 3')
})

test('the client verifies webhooks without Node', async () => {
  // printf '' | openssl dgst -sha256 -hmac sandbox_webhook_secret
  const signature = '8c3b39ecd6b40ccaa4c3294ea4d527abc4f7d2bec002954f2e99645824e25b08'
  const end = await inBareWorld(
    `const body = new TextEncoder().encode('')
    return [
      await server.verifyWebhook(body, '${signature}', ['sandbox_webhook_secret']),
      await server.verifyWebhook(body, '${signature}', ['another']),
    ].join()`,
    () => new Response(),
  )
  expect(end).toBe('true,false')
})

test('errors, timeouts and signals of the client work without Node', async () => {
  const end = await inBareWorld(
    `${client}
    const kinds = []
    for (const id of ['missing', 'refused']) await c.payins.get(id).catch((error) => kinds.push(error.kind))
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    await c.transactions.get('t1', { signal: stop.signal }).catch((error) => kinds.push(error.message))
    return kinds.join()`,
    (url) => new Response('{"detail":"no"}', { status: url.endsWith('missing') ? 404 : 401 }),
  )
  expect(end).toBe('fix_request,check_key,enough')
})
