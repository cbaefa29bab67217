import { expect, test } from 'vitest'
import { demoDefaults } from '../../../demo/defaults.ts'

const all = { KINDS: 'payin,bank_transfer,on_ramp' }

test.each([
  ['without a service, so with the sandbox', {}, all],
  ['with empty variables', { KINDS: ' ', PAYMENTS_BASE_URL: '' }, all],
  ['with a sandbox elsewhere on this machine', { PAYMENTS_BASE_URL: 'http://127.0.0.1:4199' }, all],
  ['with a real service', { PAYMENTS_BASE_URL: 'https://payments.example' }, {}],
  ['where the merchant has decided', { KINDS: 'payin' }, {}],
])('the demo takes every kind only where no money moves: %s', (_, environment, expected) => {
  expect(demoDefaults(environment)).toEqual(expected)
})
