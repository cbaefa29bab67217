// legacy-transactions, the bank transfer: its body, its states, its endpoints.
import { describe, expect, it } from 'vitest'
import { pointersOf, runService, unknownId } from './support.ts'
import { legacyOf, onRampBody, transferBody } from './transactions.ts'

const service = runService()
const { tryTransfer, createTransfer, tryLink, makeLink, readTransfer, updateStatus, payAtSomeBank } =
  legacyOf(service)
const callback = 'https://shop.example/transfer-done'

async function refuses(field: string, values: readonly unknown[]) {
  for (const value of values) {
    expect(pointersOf(await tryTransfer({ [field]: value })), `${field} ${value}`).toEqual([`/${field}`])
  }
}

describe('create-bank-transfer', () => {
  it('answers with the transactionId of a transaction in INTENT', async () => {
    const { status, body } = await tryTransfer({})
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['transactionId'])
    expect(await readTransfer(body.transactionId)).toMatchObject({
      uuid: body.transactionId,
      type: 'BankTransfer',
      paymentStatus: 'INTENT',
    })
  })

  it('takes an amount as string or number, from 2, with at most 2 decimal places', async () => {
    for (const amount of ['2', '2.00', '25.5', '1000', 2, 2.01, 25.5, 1000]) {
      const id = await createTransfer({ amount })
      expect((await readTransfer(id)).amount).toBe(String(amount))
    }
    await refuses('amount', ['1.99', '0', '-2', '2.001', '2,00', ' 2', '2e3', '', 'two'])
    await refuses('amount', [1.99, 0, -2, 2.001, 25.00000000001, true, null, ['2']])
  })

  it('takes names and userId as strings', async () => {
    const id = await createTransfer({ names: 'Łucja O’Neill', userId: 'examplecompany7' })
    expect(await readTransfer(id)).toMatchObject({ names: 'Łucja O’Neill', userId: 'examplecompany7' })
    await refuses('names', [1, null, {}])
    await refuses('userId', [42, null])
  })

  it('takes address and IP as strings, KYC and AML as booleans', async () => {
    const given = {
      userAddress1: 'Am Markt 1',
      userIpAddress: '203.0.113.7',
      userPassedKyc: true,
      userPassedAml: false,
    }
    expect(await readTransfer(await createTransfer(given))).toMatchObject(given)
    await refuses('userAddress1', [1, null])
    await refuses('userIpAddress', [1, null])
    await refuses('userPassedKyc', ['true', 1, null])
    await refuses('userPassedAml', ['true', 0, null])
  })

  it('takes EUR when no currency is given', async () => {
    expect((await readTransfer(await createTransfer())).currency).toBe('EUR')
    expect((await readTransfer(await createTransfer({ currency: 'GBP' }))).currency).toBe('GBP')
    await refuses('currency', [1, null])
  })

  it('takes revision and webhookPayload of up to 255 characters, and gives them back', async () => {
    const longest = 'ö'.repeat(255)
    const given = { revision: longest, webhookPayload: longest }
    expect(await readTransfer(await createTransfer(given))).toMatchObject(given)
    await refuses('revision', [`${longest}x`, 1])
    await refuses('webhookPayload', [`${longest}x`, 1, {}])
  })

  it('gives back both callback addresses and the webhookUrl', async () => {
    const given = {
      callbackChromeUrl: 'exampleapp://paid',
      callbackSafariUrl: callback,
      webhookUrl: service.merchant.inbox('bankTransferStatusUpdate').url,
    }
    expect(await readTransfer(await createTransfer(given))).toMatchObject(given)
    await refuses('callbackChromeUrl', [1, ''])
    await refuses('callbackSafariUrl', [1, ''])
    await refuses('webhookUrl', [1, '', 'shop'])
  })
})

describe('a bank transfer', () => {
  it('is read by transactionId, with the slash before the question mark and without', async () => {
    const id = await createTransfer()
    const slash = await service.get('getTransaction', `/transaction/?transactionId=${id}`)
    const none = await service.get('getTransactionWithoutSlash', `/transaction?transactionId=${id}`)
    expect([slash.status, none.status]).toEqual([200, 200])
    expect(none.body).toEqual(slash.body)
    expect((await service.get('getTransaction', `/transaction/?transactionId=${unknownId}`)).status).toBe(404)
    expect((await service.get('getTransaction', '/transaction/')).status).toBe(400)
  })

  it('is read with its own fields and none of an on-ramp', async () => {
    const id = await createTransfer()
    expect(await readTransfer(id)).toEqual({
      uuid: id,
      type: 'BankTransfer',
      amount: '25.00',
      currency: 'EUR',
      paymentStatus: 'INTENT',
      names: 'Mara Lind',
      userId: 'examplecompany42',
      addressPassedKyt: expect.any(Boolean),
      createdAt: expect.any(String),
      lastUpdated: expect.any(String),
    })
  })

  it('says when it was made and last changed, in milliseconds', async () => {
    const id = await createTransfer()
    const before = await readTransfer(id)
    const milliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
    expect(before.createdAt).toMatch(milliseconds)
    expect(before.lastUpdated).toMatch(milliseconds)
    await service.advance(5_000)
    await makeLink(id)
    const after = await readTransfer(id)
    expect(after.createdAt).toBe(before.createdAt)
    expect(Date.parse(after.lastUpdated) - Date.parse(before.lastUpdated)).toBeGreaterThanOrEqual(5_000)
  })

  it('says whether the address passed its check', async () => {
    expect(typeof (await readTransfer(await createTransfer())).addressPassedKyt).toBe('boolean')
  })

  it('is STARTED by the link, and AUTHORIZED by the payer at the bank', async () => {
    const id = await createTransfer({ callbackChromeUrl: callback })
    const { status, body } = await tryLink(id)
    expect([status, Object.keys(body)]).toEqual([200, ['paymentLink']])
    expect((await readTransfer(id)).paymentStatus).toBe('STARTED')
    const end = await payAtSomeBank(service.visitor(), body.paymentLink)
    expect(end.url).toBe(callback)
    expect((await readTransfer(id)).paymentStatus).toBe('AUTHORIZED')
  })

  it('is FAILED_INTENT when the bank or the payer refuses', async () => {
    const [refused, cancelled] = [await createTransfer(), await createTransfer()]
    await payAtSomeBank(service.visitor(), await makeLink(refused), 'refused')
    const landing = await service.visitor().open(await makeLink(cancelled))
    await landing.submit('/cancel')
    for (const id of [refused, cancelled]) {
      expect((await readTransfer(id)).paymentStatus).toBe('FAILED_INTENT')
    }
  })

  it('stays AUTHORIZED, because the service is not notified of the final transfer', async () => {
    const id = await createTransfer()
    await payAtSomeBank(service.visitor(), await makeLink(id))
    const authorized = await readTransfer(id)
    await service.advance(3 * 24 * 60 * 60_000)
    expect(await readTransfer(id)).toEqual(authorized)
  })

  it('shows the payer’s account once it is authorized, and not before', async () => {
    const id = await createTransfer()
    expect(await readTransfer(id)).not.toHaveProperty('payerBankAccount')
    const link = await makeLink(id)
    expect(await readTransfer(id)).not.toHaveProperty('payerBankAccount')
    await payAtSomeBank(service.visitor(), link)
    expect((await readTransfer(id)).payerBankAccount).toEqual({
      iban: expect.stringMatching(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/),
      holderNames: 'Mara Lind',
      bank: expect.stringMatching(/\w/),
    })
  })

  it('has no status but the four', async () => {
    const id = await createTransfer()
    for (const paymentStatus of ['PROCESSING', 'COMPLETED', 'CREATED']) {
      await expect(service.move('transactions', id, { paymentStatus })).rejects.toThrow('422')
    }
    for (const paymentStatus of ['STARTED', 'AUTHORIZED', 'FAILED_INTENT', 'INTENT']) {
      await service.move('transactions', id, { paymentStatus })
      expect((await readTransfer(id)).paymentStatus).toBe(paymentStatus)
    }
  })

  it('takes Chrome to callbackChromeUrl and Safari to callbackSafariUrl', async () => {
    const safari = 'https://shop.example/from-safari'
    const agents = {
      [callback]: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      [safari]: 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    }
    for (const [leadsTo, agent] of Object.entries(agents)) {
      const id = await createTransfer({ callbackChromeUrl: callback, callbackSafariUrl: safari })
      const visitor = service.visitor({ 'User-Agent': agent })
      expect((await payAtSomeBank(visitor, await makeLink(id))).url).toBe(leadsTo)
    }
  })
})

describe('update-status', () => {
  it('answers with the paymentStatus', async () => {
    const id = await createTransfer()
    const { status, body } = await updateStatus(id)
    expect([status, body]).toEqual([200, { paymentStatus: 'INTENT' }])
    await makeLink(id)
    expect((await updateStatus(id)).body).toEqual({ paymentStatus: 'STARTED' })
  })

  it('and generatePaymentLink take the transactionId of a transaction', async () => {
    for (const call of [updateStatus, tryLink]) {
      expect((await call(unknownId)).status).toBe(404)
      expect((await call('42')).status).toBe(422)
      expect((await call(undefined)).status).toBe(422)
    }
  })
})

describe('the legacy interface', () => {
  it('takes application/json only, and answers in JSON', async () => {
    const id = await createTransfer()
    const posts = [
      ['createBankTransfer', '/transaction/create-bank-transfer', transferBody()],
      ['generatePaymentLink', '/transaction/generatePaymentLink', { transactionId: id }],
      ['updateTransactionStatus', '/transaction/update-status', { transactionId: id }],
      ['generateOnRampLink', '/payments/on-ramp-merchant/hosted/generate-link', onRampBody()],
    ] as const
    for (const [operation, path, body] of posts) {
      expect((await service.post(operation, path, body, { 'Content-Type': 'text/plain' })).status).toBe(400)
      const { status, headers } = await service.post(operation, path, body)
      expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json'])
    }
    const { headers } = await service.get('getTransaction', `/transaction/?transactionId=${id}`)
    expect(headers.get('Content-Type')).toBe('application/json')
  })
})
