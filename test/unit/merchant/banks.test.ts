import { describe, expect, test } from 'vitest'
import type { Bank, List } from '../../../src/server/index.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const at = 'https://logos.example/lisiere.svg'

/** Adds a bank whose logo is on another host. @param answer what that host answers */
function bankWithLogo(answer: (init: RequestInit) => Response | Promise<Response>) {
  const asked: RequestInit[] = []
  world().service.banks.push({ id: 'b2', name: 'Crédit Lisière', logo_url: at })
  world().service.elsewhere.set(at, (init) => {
    asked.push(init)
    return answer(init)
  })
  return asked
}

const image = (body: BodyInit = svg, type = 'image/svg+xml; charset=utf-8') =>
  new Response(body, { headers: { 'content-type': type, 'set-cookie': 'a=1' } })

const logo = (id = 'b2') => world().app.request(`/checkout/banks/${id}/logo`)

describe('the list of banks', () => {
  test('is passed through, and cached for five minutes', async () => {
    const { app, service, clock } = world()
    const list = await (await app.request('/checkout/banks?page=1&page_size=20')).json()
    expect(list).toMatchObject({ content: [{ id: 'b1', name: 'First Bank' }], has_more: false })
    await app.request('/checkout/banks?page=1&page_size=20')
    expect(service.calls).toHaveLength(1)
    await clock.advance(5 * 60_000)
    await app.request('/checkout/banks')
    expect(service.calls).toHaveLength(2)
    expect((await app.request('/checkout/banks?page=0&page_size=101')).status).toBe(422)
    service.down = true
    expect((await app.request('/checkout/banks?page=2')).status).toBe(503)
  })

  test('begins with the banks that the shop names, in its order, and has each bank once', async () => {
    const { service } = world()
    const names = Array.from({ length: 250 }, (_, at) => ({
      id: `b${at + 2}`,
      name: `Bank ${at + 2}`,
      logo_url: '',
    }))
    service.banks.push(...names)
    await world().restart({ FIRST_BANKS: 'b240, gone, b1, b3' })
    const page = async (query: string) =>
      (await (await world().app.request(`/checkout/banks?${query}`)).json()) as List<Bank>
    const first = await page('page=1&page_size=100')
    expect(first.content.slice(0, 5).map(({ id }) => id)).toEqual(['b240', 'b1', 'b3', 'b2', 'b4'])
    expect([first.content.length, first.has_more]).toEqual([101, true])
    const second = await page('page=2&page_size=100')
    expect(second.content[0]?.id).toBe('b101')
    expect(service.calls).toHaveLength(3)
  })

  test('keeps the order of the service while the banks that the shop names cannot be read', async () => {
    const { service, clock } = world()
    service.banks.push(
      ...Array.from({ length: 150 }, (_, at) => ({ id: `x${at}`, name: `X ${at}`, logo_url: '' })),
    )
    await world().restart({ FIRST_BANKS: 'x140' })
    const ids = async () => {
      const answer = await world().app.request('/checkout/banks?page=1&page_size=20')
      return ((await answer.json()) as List<Bank>).content.map(({ id }) => id).slice(0, 2)
    }
    await logo('x140')
    await clock.advance(4 * 60_000)
    expect(await ids()).toEqual(['x140', 'b1'])
    // The page that was asked for is still cached, the pages in which the named bank was found are not.
    await clock.advance(2 * 60_000)
    service.down = true
    expect(await ids()).toEqual(['b1', 'x0'])
  })

  test('links logos on our own origin only, and none when no logo can be loaded', async () => {
    const { app, service } = world()
    service.banks.push({ id: 'b/2', name: 'Second', logo_url: at })
    service.banks.push({ id: 'b3', name: 'Third', logo_url: 'http://127.0.0.1:8080/admin' })
    const { content } = (await (await app.request('/checkout/banks')).json()) as { content: unknown[] }
    expect(content).toEqual([
      { id: 'b1', name: 'First Bank', logo_url: null },
      { id: 'b/2', name: 'Second', logo_url: 'banks/b%2F2/logo' },
      { id: 'b3', name: 'Third', logo_url: null },
    ])
  })
})

describe('a bank’s logo', () => {
  test('is fetched once without key or cookies, and served so that an SVG runs no script', async () => {
    const asked = bankWithLogo(() => image())
    const [first, second] = [await logo(), await logo()]
    expect([first.status, await first.text(), await second.text()]).toEqual([200, svg, svg])
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(asked[0]?.headers ?? {})).not.toContain('canary')
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    })
    expect(first.headers.get('set-cookie')).toBeNull()
  })

  test.each<[string, () => Response]>([
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } })],
    ['a page', () => image('<script>alert(1)</script>', 'text/html')],
    ['an unknown image type', () => image(svg, 'imagex/svg')],
    ['no type', () => new Response(new Uint8Array(8))],
    [
      'an error with a picture',
      () => new Response(svg, { status: 404, headers: { 'content-type': 'image/png' } }),
    ],
    ['more than 128 KiB', () => image(new Uint8Array(128 * 1024 + 1), 'image/png')],
    ['nothing', () => Response.error()],
  ])(
    'gets a 404 when its host answers with %s, which is logged and not retried at once',
    async (_what, answer) => {
      const asked = bankWithLogo(answer)
      expect((await logo()).status).toBe(404)
      await logo()
      expect(asked).toHaveLength(1)
      expect(asked[0]?.redirect).toBe('manual')
      expect(world().logged.filter((line) => line.includes('logo_refused'))).toHaveLength(1)
      await world().clock.advance(5 * 60_000)
      await logo()
      expect(asked).toHaveLength(2)
    },
  )

  test('is served at exactly 128 KiB', async () => {
    bankWithLogo(() => image(new Uint8Array(128 * 1024), 'image/png'))
    expect((await (await logo()).arrayBuffer()).byteLength).toBe(128 * 1024)
  })

  test('gets a 404 when its host never answers, and is not asked for again at once', async () => {
    const never = (init: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const asked = bankWithLogo(never)
    const [one, two] = [logo(), logo()]
    await world().clock.untilSleeping(4_000)
    await world().clock.advance(4_000)
    expect([(await one).status, (await two).status, (await logo()).status]).toEqual([404, 404, 404])
    expect(asked).toHaveLength(1)
  })

  test('is found after a restart, although nobody has asked for the list', async () => {
    bankWithLogo(() => image())
    for (let i = 0; i < 200; i++) world().service.banks.unshift({ id: `x${i}`, name: 'Another' })
    expect((await logo()).status).toBe(200)
  })

  test('gets a 404 when the service does not list its bank, after one read of the list', async () => {
    const { service } = world()
    for (const id of ['b9', 'b8', '..', 'https:%2f%2fevil.example%2f', '%00']) {
      expect((await logo(id)).status, id).toBe(404)
    }
    expect(service.calls).toHaveLength(1)
  })

  test('makes room for newer logos once 16 MiB are cached', async () => {
    const { service } = world()
    const asked: string[] = []
    for (let i = 0; i < 130; i++) {
      const address = `https://logos.example/${i}.png`
      service.banks.push({ id: `many${i}`, name: 'One of many', logo_url: address })
      service.elsewhere.set(address, () => {
        asked.push(address)
        return image(new Uint8Array(128 * 1024), 'image/png')
      })
    }
    for (let i = 0; i < 130; i++) await logo(`many${i}`)
    await logo('many129')
    expect(asked).toHaveLength(130)
    await logo('many0')
    expect(asked).toHaveLength(131)
  })

  test('waits its turn while many hosts are slow, and is asked for again if its turn never came', async () => {
    const { service, clock } = world()
    const asked: string[] = []
    for (let i = 0; i < 40; i++) {
      const address = `https://slow${i}.example/a.png`
      service.banks.push({ id: `slow${i}`, name: 'One of many', logo_url: address })
      service.elsewhere.set(address, (init) => {
        asked.push(address)
        return new Promise<Response>((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })
      })
    }
    bankWithLogo(() => image())
    const first = Array.from({ length: 16 }, (_, i) => logo(`slow${i}`))
    await clock.untilSleeping(4_000)
    await clock.advance(1_000)
    const second = Array.from({ length: 24 }, (_, i) => logo(`slow${i + 16}`))
    await clock.advance(2_999)
    expect(asked).toHaveLength(16)
    await clock.advance(1_001)
    expect(asked).toHaveLength(32)
    const late = logo()
    await clock.advance(3_000)
    expect((await late).status).toBe(200)
    const answers = await Promise.all([...first, ...second])
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(404))
    const again = Promise.all([logo('slow0'), logo('slow39')])
    await clock.untilSleeping(4_000)
    await clock.advance(4_000)
    expect((await again).map(({ status }) => status)).toEqual([404, 404])
    expect(asked.slice(32)).toEqual(['https://slow39.example/a.png'])
    expect(world().logged.filter((line) => line.includes('logo_refused'))).toHaveLength(33)
  })
})
