// `payin-checkout trigger`, each action, at a sandbox on a port.
import { describe, expect, it } from 'vitest'
import { openSandbox } from './running-sandbox.ts'

const hook = ['--webhook-url', 'http://shop.example/hook']

describe('several worlds in one sandbox', () => {
  it('moves and creates objects of the given key only', async () => {
    const { trigger, makePayin } = await openSandbox({ keys: 'any' })
    const mine = ['--api-key', 'test_mine']
    await makePayin('A-1')
    const id = await makePayin('A-1', ...mine)
    expect((await trigger('payin.completed', ...mine)).lines).toEqual([
      `payin A-1 (${id}): CREATED → COMPLETED`,
      'No webhook: it was created without a webhook address.',
    ])
    expect((await trigger('payin.failed')).lines[0]).toMatch(/^payin A-1 .*CREATED → FAILED$/)
    await trigger('fault', 'cut', ...mine)
    expect((await trigger('fault.list')).lines.join()).not.toContain('cut')
    await trigger('reset', ...mine)
    expect(JSON.parse((await trigger('state')).lines.join('')).payins).toHaveLength(1)
    expect(JSON.parse((await trigger('state', ...mine)).lines.join('')).payins).toEqual([])
  })

  it('refuses an unknown key and moves nothing', async () => {
    const { trigger, makePayin, service, cli } = await openSandbox()
    await makePayin('A-1')
    const refused = await trigger('payin.completed', '--api-key', 'test_other')
    expect(refused).toMatchObject({ code: 2, lines: [] })
    expect(refused.errorText).toMatch(/^The sandbox refused: No world of this sandbox has this API key\./)
    expect(refused.errorText).not.toContain('test_other')
    expect(service.payins.list().map(({ status }) => status)).toEqual(['CREATED'])
    expect(await cli('listen', '--api-key', 'test_other')).toMatchObject({
      code: 2,
      errorText: refused.errorText,
    })
  })

  it('uses the sandbox’s own world if no key is given', async () => {
    const { trigger, makePayin } = await openSandbox({ apiKey: 'test_shop' })
    const id = await makePayin('A-1', '--api-key', 'test_shop')
    expect((await trigger('payin.completed')).lines[0]).toBe(`payin A-1 (${id}): CREATED → COMPLETED`)
  })
})

describe('moving an object', () => {
  it('moves the payin with a reference, and prints both statuses', async () => {
    const { trigger, makePayin, service } = await openSandbox()
    const id = await makePayin('A-1', ...hook)
    await makePayin('A-2')
    expect(await trigger('payin.completed', '--reference', 'A-1')).toEqual({
      code: 0,
      lines: [`payin A-1 (${id}): CREATED → COMPLETED`],
      errorLines: [],
      errorText: '',
    })
    expect(service.payins.list().map(({ reference, status }) => [reference, status])).toEqual([
      ['A-2', 'CREATED'],
      ['A-1', 'COMPLETED'],
    ])
  })

  it('accepts an id in upper case and details in lower case', async () => {
    const { trigger, makePayin, service } = await openSandbox()
    const id = await makePayin('A-1')
    const options = ['--id', id.toUpperCase(), '--details', 'insufficient_funds', '--json']
    const { lines } = await trigger('payin.failed', ...options)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      id,
      status: 'FAILED',
      status_details: 'INSUFFICIENT_FUNDS',
    })
    expect(service.payins.find(id)).toMatchObject({ status: 'FAILED', status_details: 'INSUFFICIENT_FUNDS' })
  })

  it('needs no reference if there is only one object', async () => {
    const { trigger, makePayin } = await openSandbox()
    const id = await makePayin('A-1')
    expect((await trigger('payin.expired')).lines[0]).toBe(`payin A-1 (${id}): CREATED → EXPIRED`)
  })

  it('never guesses between several objects: it lists them, and takes the newest with --latest', async () => {
    const { trigger, makePayin, service } = await openSandbox()
    const [older, newer] = [await makePayin('A-1'), await makePayin('A-1')]
    for (const which of [[], ['--reference', 'A-1']]) {
      const refused = await trigger('payin.completed', ...which)
      expect([refused.code, refused.lines]).toEqual([2, []])
      expect(refused.errorText).toMatch(/^2 payins match.*Choose one by its id, or the newest/)
      for (const id of [older, newer]) expect(refused.errorText).toContain(`  ${id}  CREATED  49.90 EUR  A-1`)
    }
    expect(service.payins.list().map(({ status }) => status)).toEqual(['CREATED', 'CREATED'])
    expect((await trigger('payin.completed', '--latest')).lines[0]).toContain(newer)
  })

  it('lists at most five objects', async () => {
    const { trigger, makePayin } = await openSandbox()
    for (let n = 0; n < 7; n++) await makePayin(`A-${n}`)
    const { errorLines } = await trigger('payin.completed')
    expect(errorLines.join('\n').split('\n').slice(-1)).toEqual(['  and 2 older'])
  })

  it('prints the existing objects if none matches', async () => {
    const { trigger, makePayin } = await openSandbox()
    expect((await trigger('payout.failed')).errorText).toBe(
      'The sandbox has no payout yet. Create one: payin-checkout trigger create payout --amount 49.90',
    )
    await makePayin('A-1')
    expect((await trigger('payin.failed', '--reference', 'A-2')).errorText).toBe(
      'There is no payin with the reference A-2. There are 1: references A-1.',
    )
    expect((await trigger('payin.failed', '--id', 'A-1')).errorText).toContain(
      'There is no payin with the id A-1',
    )
  })

  it('shows no control characters of a reference', async () => {
    const { trigger, service } = await openSandbox()
    const money = { value: '5.00', currency: 'EUR' }
    service.payouts.create({ amount: money, reference: '\u001b[2Jpaid', return_url: 'http://a.example/' }, '')
    expect((await trigger('payout.failed')).lines.join()).not.toContain('\u001b')
  })

  it('says when no webhook is sent', async () => {
    const { trigger, makePayin, sent } = await openSandbox()
    await makePayin('A-1')
    await makePayin('A-2', ...hook)
    expect((await trigger('payin.failed', '--reference', 'A-1')).lines[1]).toBe(
      'No webhook: it was created without a webhook address.',
    )
    await trigger('payin.failed', '--reference', 'A-2')
    expect((await trigger('payin.failed', '--reference', 'A-2')).lines[1]).toContain(
      'No webhook: the service sends none for this change',
    )
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['payout', 'payout.processing', 'payout', 'CREATED → PROCESSING'],
    ['bank_transfer', 'bank_transfer.authorized', 'bank transfer', 'INTENT → AUTHORIZED'],
    ['on_ramp', 'on_ramp.completed', 'on-ramp', 'INTENT, deposit PENDING → COMPLETED, deposit PENDING'],
    ['on_ramp', 'on_ramp.deposit.success', 'on-ramp', 'INTENT, deposit PENDING → INTENT, deposit SUCCESS'],
  ])('finds a %s by its reference and moves it by %s', async (kind, word, name, change) => {
    const { trigger } = await openSandbox()
    await trigger('create', kind, '--amount', '20', '--reference', 'R-1', ...hook)
    const { lines } = await trigger(word, '--reference', 'R-1')
    expect(lines).toHaveLength(word === 'on_ramp.completed' ? 2 : 1)
    expect(lines[0]).toMatch(new RegExp(`^${name} R-1 \\([0-9a-f-]{36}\\): ${change}$`))
  })
})

describe('creating', () => {
  it.each(['payin', 'payout', 'bank_transfer', 'on_ramp'])(
    'a %s needs no more than an amount',
    async (kind) => {
      const { trigger, requests } = await openSandbox()
      const { code, lines } = await trigger('create', kind, '--amount', '49.90')
      expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^Created .+: (CREATED|INTENT).*, 49\.9/)])
      expect(requests.map(({ status }) => status)).toEqual([kind.includes('_') ? 200 : 201])
    },
  )

  it('prints all mistakes with the names of the options, and sends nothing', async () => {
    const { trigger, requests } = await openSandbox()
    const wrong = ['--amount', '-1', '--currency', 'euro', '--email', 'x', '--webhook-url', 'ftp://x']
    const { code, errorText } = await trigger('create', 'payin', ...wrong)
    expect([code, requests]).toEqual([2, []])
    expect(
      errorText
        .split('\n')
        .map((line) => line.split(' must be ')[0])
        .sort(),
    ).toEqual(['--amount', '--currency', '--email', '--webhook-url'])
  })

  it('says how long a text may be in one sentence', async () => {
    const { trigger } = await openSandbox()
    const { errorText } = await trigger('create', 'payin', '--amount', '5', '--reference', 'r'.repeat(37))
    expect(errorText).toBe('--reference must have 1 to 36 characters.')
  })

  it('reports a connection that a fault has cut', async () => {
    const { trigger, service } = await openSandbox()
    await trigger('fault', 'cut', '--on', 'createPayin', '--times', '1')
    const { code, errorText } = await trigger('create', 'payin', '--amount', '5')
    expect([code, errorText]).toEqual([2, expect.stringContaining('closed the connection without an answer')])
    expect(service.payins.list()).toHaveLength(1)
  })

  it('finds the new on-ramp although a fault changes all links', async () => {
    const { trigger, makePayin, service } = await openSandbox()
    await makePayin('A-1')
    await trigger('create', 'on_ramp', '--amount', '20', '--reference', 'first')
    await trigger('fault', 'hostile_redirect_url', '--link', 'empty')
    await trigger('create', 'on_ramp', '--amount', '20', '--reference', 'second')
    const { lines } = await trigger('create', 'on_ramp', '--amount', '20', '--reference', 'third', '--json')
    expect(JSON.parse(lines[0] ?? '').id).toBe(service.onRamps.list()[0]?.uuid)
  })
})

describe('repeated webhooks', () => {
  it('are selected by a delivery id, as the newest, or as the newest of an object', async () => {
    const { trigger, makePayin, sent, deliveries } = await openSandbox()
    for (const reference of ['A-1', 'A-2']) {
      await makePayin(reference, ...hook)
      await trigger('payin.failed', '--reference', reference)
    }
    await trigger('webhook.replay', deliveries[0]?.id ?? '')
    await trigger('webhook.replay', '--latest', '--reference', 'A-2')
    await trigger('webhook.replay', '--latest')
    expect(sent.map(({ body }) => JSON.parse(body).reference)).toEqual(['A-1', 'A-2', 'A-1', 'A-2', 'A-2'])
    expect(sent[2]).toEqual(sent[0])
  })

  it('are never guessed: without an id or --latest nothing is sent', async () => {
    const { trigger, makePayin, sent } = await openSandbox()
    await makePayin('A-1', ...hook)
    expect((await trigger('webhook.replay', '--latest')).errorText).toContain('No webhook was sent yet.')
    await trigger('payin.failed')
    expect((await trigger('webhook.replay')).errorText).toContain('takes the id of a delivery')
    expect((await trigger('webhook.replay', 'x', '--latest')).errorText).toContain('not both')
    expect((await trigger('webhook.replay', 'x')).errorText).toBe(
      'The sandbox refused: No delivery has this id.',
    )
    expect((await trigger('webhook.replay', '../../reset')).code).toBe(2)
    expect((await trigger('webhook.replay', '..')).errorText).toBe('".." is not the id of a delivery.')
    expect((await trigger('webhook.replay', '--latest', '--reference', 'B')).errorText).toContain(
      'of this object',
    )
    expect(sent).toHaveLength(1)
  })
})

describe('the clock', () => {
  it('moves forward, also by a duration of two words', async () => {
    const { trigger, clock } = await openSandbox()
    const { lines } = await trigger('clock', '+25', 'min')
    expect(lines[0]).toMatch(/^The sandbox's clock is at \d{4}-.+Z, 25 min ahead of this computer's\.$/)
    expect(Math.round(clock.aheadMs / 1000)).toBe(25 * 60)
  })

  it.each([
    [['clock']],
    [['clock', 'later']],
    [['clock', '0s']],
    [['clock', '400d']],
    [['clock', '--', '-1h']],
  ])('does not move by %j', async (args) => {
    const { trigger, clock } = await openSandbox()
    const { code, errorText } = await trigger(...args)
    expect([code, clock.aheadMs]).toEqual([2, 0])
    expect(errorText).toMatch(/^clock (needs a time to move|can only go) forward.*, like 90s,/)
  })
})

describe('the whole state', () => {
  it('is printed as JSON and deleted by reset', async () => {
    const { trigger, makePayin } = await openSandbox()
    const id = await makePayin('A-1')
    const { lines } = await trigger('state')
    expect(JSON.parse(lines.join('\n')).payins).toMatchObject([{ id }])
    expect((await trigger('reset', '--seed', '7')).lines[0]).toContain('random seed is 7')
    const after = JSON.parse((await trigger('state', '--json')).lines[0] ?? '')
    expect([after.seed, after.payins, after.requests]).toEqual([7, [], []])
    expect((await trigger('reset', '--seed', 'x')).errorText).toBe(
      '--seed must be a whole number from 0 to 2147483647.',
    )
  })
})
