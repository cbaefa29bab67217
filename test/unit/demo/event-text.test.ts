import { describe, expect, test } from 'vitest'

type EventText = (name: string, order: string, detail: unknown) => { facts: string[] }

// The page's scripts are plain browser files without declarations, so this test imports one by its URL.
const file = new URL('../../../demo/shop/assets/event-text.js', import.meta.url).href
const { eventText }: { eventText: EventText } = await import(/* @vite-ignore */ file)

const session = {
  id: 'cs_5ZkQ0123456789abcdef',
  kind: 'payin',
  status: 'CREATED',
  status_details: null,
  outcome: 'open',
  redirect_url: 'https://pay.example/p/one-time-token',
}

describe('the event log', () => {
  test('shows status, outcome, mode and the previous status', () => {
    const { facts } = eventText('payment-status', 'A-1', { ...session, previous: 'NEW', mode: 'popup' })

    expect(facts).toEqual([
      'status CREATED',
      'previous NEW',
      'outcome open',
      'mode popup',
      'kind payin',
      'session cs_5Zk…',
    ])
  })

  test('never shows a whole session id or its address, not even inside a message', () => {
    const url = 'https://pay.example/p/second-token'
    const message = `GET /sessions/${session.id} failed after ${session.redirect_url} and ${url}`
    const { facts } = eventText('payment-error', 'A-1', { ...session, url, message, retryable: false })

    expect(facts.join()).not.toContain(session.id)
    expect(facts.join()).not.toMatch(/one-time-token|second-token/)
    expect(facts).toContain('retryable false')
  })

  test('shows what the shopper chose', () => {
    const { facts } = eventText('payment-choice', 'A-1', { method: 'bank_account', bank: 'b-1' })
    expect(facts).toEqual(['method bank_account', 'bank b-1'])
  })

  test.each([null, undefined, 7, 'x', []])('survives a detail that is %s', (detail) => {
    expect(eventText('payment-cancel', '', detail).facts).toEqual([])
  })
})
