import { describe, expect, it } from 'vitest'
import { openSandbox, payinBody } from './sandbox-under-test.ts'

type Envelope = { content: { id: string; logo_url: string }[] }
const envelopeOf = async (response: Response) => (await response.json()) as Envelope

describe('authentication', () => {
  it('answers 401 to a wrong key without repeating it', async () => {
    const { call } = openSandbox()
    const response = await call('GET', '/banks', { headers: { 'X-API-Key': 'test_wrong' } })
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('test_wrong')
  })
})

describe('problems', () => {
  it('answers 400 for a payin id that is no UUID', async () => {
    expect((await openSandbox().call('GET', '/payins/A-1001')).status).toBe(400)
  })

  it('takes a content type with a charset', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8', 'Idempotency-Key': 'k' }
    const response = await openSandbox().call('POST', '/payins', {
      headers,
      body: JSON.stringify(payinBody()),
    })
    expect(response.status).toBe(201)
  })
})

describe('lists', () => {
  it('serves each logo where logo_url says', async () => {
    const { app, call } = openSandbox()
    const { content } = await envelopeOf(await call('GET', '/banks'))
    for (const { logo_url } of content) {
      const response = await app.request(logo_url)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
    }
  })

  it('finds payins by their exact reference, newest first', async () => {
    const { create, call } = openSandbox()
    const first = await create({ reference: 'A-1' })
    await create({ reference: 'A-10' })
    await create()
    const second = await create({ reference: 'A-1' })
    const { content } = await envelopeOf(await call('GET', '/payins?reference=A-1'))
    expect(content.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('answers 400 for a reference filter over 36 characters', async () => {
    expect((await openSandbox().call('GET', `/payins?reference=${'r'.repeat(37)}`)).status).toBe(400)
  })
})
