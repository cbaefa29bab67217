import { expect, test } from 'vitest'
import { demoDefaults, demoSandboxDefaults } from '../../../demo/defaults.ts'

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

test.each([
  ['in the usual folder', {}, '.data/sandbox.json'],
  ['in the folder of the embedded database', { DATA_DIR: '/tmp/shop' }, '/tmp/shop/sandbox.json'],
  ['beside a Postgres', { DATABASE_URL: 'postgres://localhost/shop' }, '.data/sandbox.json'],
  [
    'beside a Postgres, whatever DATA_DIR says',
    { DATABASE_URL: 'postgres://localhost/shop', DATA_DIR: 'memory://' },
    '.data/sandbox.json',
  ],
  ['nowhere if the server forgets, too', { DATA_DIR: 'memory://' }, undefined],
  ['where the variable says', { SANDBOX_STATE_FILE: 'state.json' }, undefined],
])('the sandbox of npm start keeps its state %s', (_, environment, expected) => {
  expect(demoSandboxDefaults(environment).SANDBOX_STATE_FILE).toBe(expected)
})
