// Odd addresses and forms at the hosted pages and the control panel. Each gets a page or a problem, never a stack trace
// or no answer, and changes nothing.
import { describe, expect, it } from 'vitest'
import { runService } from './support.ts'
import { legacyOf } from './transactions.ts'

const service = runService()
const legacy = legacyOf(service)
const stack = /\bat .*\.[mc]?[tj]s:/

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
  const text = await answer.text()
  expect(text, url).not.toMatch(stack)
  return answer.status
}

/** The first page of each flow, opened. */
async function openFlows() {
  const transfer = await legacy.makeLink(await legacy.createTransfer())
  const session = await service.visitor().open((await legacy.createOnRamp()).hostedLink)
  const { redirect_url: payin } = await service.createPayin()
  const { redirect_url: payout } = await service.createPayout()
  for (const url of [payin, payout, transfer]) await service.visitor().open(url)
  return { payin, payout, transfer, session: session.url }
}

const steps = {
  payin: [
    '/pay',
    '/3ds',
    '/bank',
    '/bank/login',
    '/bank/confirm',
    '/google-pay/x',
    '/wallet',
    '/wallet/code',
  ],
  payout: ['/method', '/bank-account', '/crypto-wallet', '/check', '/confirm', '/given'],
  transfer: ['/bank', '/bank/login', '/bank/confirm', '/settings'],
  session: ['/bank', '/bank/login', '/bank/confirm', '/settings'],
}
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const oddForms: [headers: Record<string, string>, body: string][] = [
  [form, ''],
  [form, '&&=&%&%E0%A4%A=%'],
  [form, '__proto__=1&constructor=1&method=constructor&method=__proto__'],
  [form, 'bank_id=__proto__&decision=authorise&account=__proto__&version=NaN&answer=approve&code=9'],
  [form, `card-number=${'4'.repeat(5_000)}&card-expiry=99/99&card-cvc=x&method=card&iban=%00&holder=%00`],
  [{ 'Content-Type': 'application/json' }, '{"method":"card"}'],
  [{ 'Content-Type': 'multipart/form-data; boundary=x' }, '--x\r\nnothing'],
  [{ 'Content-Type': 'multipart/form-data' }, 'x'],
]

describe('hosted pages', () => {
  it('answer addresses that nobody was given with 404', async () => {
    for (const flow of ['/pay', '/payout', '/transfer', '/on-ramp', '/on-ramp/session']) {
      for (const token of ['x', '%', '%00', '%E0%A4%A', '__proto__', 'x'.repeat(4_000)]) {
        expect(await statusOf(`${service.origin()}${flow}/${token}`), `${flow}/${token}`).toBe(404)
        const posted = await statusOf(`${service.origin()}${flow}/${token}/cancel`, { method: 'POST' })
        expect([404, 303], `${flow}/${token}/cancel`).toContain(posted)
      }
    }
  })

  it('answer odd forms with a page, a redirect or a problem, and nobody has paid', async () => {
    const flows = await openFlows()
    for (const [flow, endings] of Object.entries(steps)) {
      for (const ending of endings) {
        for (const [headers, body] of oddForms) {
          const url = flows[flow as keyof typeof flows] + ending
          const status = await statusOf(url, { method: 'POST', headers, body })
          expect([303, 400, 404, 422], `${ending} ${body.slice(0, 40)}`).toContain(status)
        }
      }
    }
    const { payins, payouts, bank_transfers, on_ramps } = await service.state()
    expect(payins.concat(payouts).map(({ status }) => status)).toEqual(['INITIATED', 'INITIATED'])
    const undecided = bank_transfers.concat(on_ramps).map(({ paymentStatus }) => String(paymentStatus))
    expect(undecided.every((status) => ['INTENT', 'STARTED'].includes(status))).toBe(true)
  })

  it('answer a form that is too large with 413', async () => {
    const flows = await openFlows()
    for (const [flow, [ending = '']] of Object.entries(steps)) {
      const url = flows[flow as keyof typeof flows] + ending
      const init = { method: 'POST', headers: form, body: `method=${'x'.repeat(20_000)}` }
      expect(await statusOf(url, init), url).toBe(413)
    }
  })
})

describe('the commands of the control panel', () => {
  it('answer odd values with 400 or 422, and the clock stays', async () => {
    const orders = [
      '',
      '{',
      'null',
      '[]',
      '{}',
      '{"advance_ms":-1}',
      '{"advance_ms":0}',
      '{"advance_ms":1e308}',
      '{"advance_ms":"1"}',
      '{"advance_ms":1,"x":2}',
      '{"status":"PAID"}',
      '{"__proto__":{"status":"COMPLETED"}}',
      '{"fault":"constructor"}',
      '{"fault":"latency","ms":-1}',
      '['.repeat(8_000),
    ]
    const { id } = await service.createPayin()
    const before = await service.nowMs()
    for (const path of ['/clock', '/faults', `/payins/${id}/status`, `/transactions/${id}/status`]) {
      for (const body of orders) {
        const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
        const status = await statusOf(`${service.origin()}/sandbox${path}`, init)
        expect([400, 422], `${path} ${body.slice(0, 40)} ${status}`).toContain(status)
      }
    }
    expect((await service.nowMs()) - before).toBeLessThan(60_000)
    expect((await service.readPayin(id)).status).toBe('CREATED')
  })
})
