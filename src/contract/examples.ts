// Bodies that stand in openapi.json. Tests check each with its schema.

const amount = { value: '49.90', currency: 'EUR' }

const openSession = {
  id: 'cs_5ZkQ0v3nT8wR1yL6mXbC9a',
  kind: 'payin',
  status: 'CREATED',
  status_details: null,
  outcome: 'open',
  order_outcome: 'open',
  amount,
  reference: 'A-1001',
  redirect_url: null,
  expires_at: '2026-11-20T15:00:00Z',
  paid_at: null,
  review: null,
}

const payable = { ...openSession, redirect_url: 'https://payments.example/pay/8f14e45f' }
const paid = {
  ...openSession,
  status: 'COMPLETED',
  outcome: 'complete',
  order_outcome: 'complete',
  paid_at: '2026-11-20T14:12:09.000Z',
}

const openPayout = {
  ...openSession,
  kind: 'payout',
  reference: 'refund-1001',
  claim_code: 'K7QM-2XDP',
}

const openAlert = {
  id: 17,
  kind: 'paid_twice',
  session: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  subject: 'A-1001',
  amount,
  detail: 'The order was paid by another payment before.',
  what_to_do: 'Give the money back and settle as refunded.',
  settle_as: ['accepted', 'refunded'],
  created_at: '2026-11-20T14:12:09.000Z',
  settled: null,
}

export const sessionExamples = {
  payable: {
    'With its address': payable,
    'Of a small server': { id: payable.id, status: 'CREATED', redirect_url: payable.redirect_url },
  },
  read: { Open: openSession, Paid: paid },
}

export const createExamples = {
  'An order': { order: 'A-1001', kind: 'payin' },
  'With a choice and a token': {
    order: 'A-1001',
    kind: 'payin',
    payment: { method: 'bank_account', iban: 'DE89370400440532013000' },
    lang: 'de',
    token: '1797768000.signature',
  },
}

export const linkExamples = { 'The code of a payout': { code: 'K7QM-2XDP' } }

export const bankExamples = {
  'The last page': {
    content: [
      {
        id: '0b1c7c3e-5d0a-4f0b-8d0e-6f2a9c1b7d55',
        name: 'Nordbank',
        logo_url: 'banks/0b1c7c3e-5d0a-4f0b-8d0e-6f2a9c1b7d55/logo',
      },
    ],
    page: 1,
    page_size: 100,
    has_more: false,
  },
}

export const instrumentExamples = {
  'One account': {
    content: [
      {
        id: 'b6a7c2f4-6d0e-4d0c-9f4e-7d3c6f1f5a10',
        method: 'bank_account',
        iban: 'DE89**************3000',
      },
    ],
  },
  'A guest': { content: [] },
}

export const payoutExamples = {
  request: { 'The recipient chooses': { reference: 'refund-1001', amount } },
  answer: { Open: openPayout },
}

const settledAlert = {
  ...openAlert,
  settle_as: [],
  settled: {
    as: 'refunded',
    by: 'mara@shop.example',
    note: 'order was cancelled',
    at: '2026-11-20T16:30:00.000Z',
  },
}

export const alertExamples = {
  list: { 'One open alert': { content: [openAlert], open: 1 } },
  request: { Refunded: { as: 'refunded', by: 'mara@shop.example', note: 'order was cancelled' } },
  answer: { Settled: settledAlert },
}
