import { expect, test } from 'vitest'
import { scrub } from '../../../src/merchant/scrub.ts'
import { startMessage } from '../../../src/merchant/start-message.ts'

const sandbox = {
  realMoney: null,
  service: { baseUrl: 'http://localhost:4100', apiKey: 'test_canary', webhookSecrets: ['canary'] },
  publicUrl: 'http://localhost:4000',
  backofficeToken: 'canary',
  names: { nameOf: () => 'BACKOFFICE_TOKEN', listed: () => '' },
}

test('the first line says that no money is real, where payments go, and where they are kept', () => {
  expect(startMessage(sandbox, { database: 'postgres', openAlerts: 0 }, true)).toBe(
    'Takes payments of the sandbox at localhost:4100, no real money, for localhost:4000. Payments are kept in an embedded database, for trials only. No alert is open. See alerts at localhost:4000/backoffice.',
  )
})

test('the first line says why money is real, and how many alerts are open, without a secret', () => {
  const real = {
    ...sandbox,
    realMoney: 'a live_ key',
    service: { ...sandbox.service, baseUrl: 'https://payments.example' },
    publicUrl: 'https://shop.example/pay',
  }
  const line = startMessage(real, { database: 'shop', openAlerts: 2 }, false)
  expect(line).toBe(
    'Takes real money (a live_ key) through payments.example, for shop.example/pay. Payments are kept in the Postgres database "shop". Open alerts: 2. See alerts at shop.example/pay/backoffice.',
  )
  expect(line).not.toContain('canary')
  expect(scrub(line)).toBe(line)
})

test('the first line says what to set when there is no page for alerts', () => {
  const kept = { database: 'shop', openAlerts: 2 }
  expect(startMessage({ ...sandbox, backofficeToken: null }, kept, false)).toMatch(
    / Open alerts: 2\. To see alerts, set BACKOFFICE_TOKEN and open localhost:4000\/backoffice\.$/,
  )
})
