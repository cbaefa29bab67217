import { describe, expect, it } from 'vitest'
import { runCli } from './running-sandbox.ts'

describe('wrong arguments', () => {
  it.each([
    [['payin.complete'], 'Did you mean "payin.completed"?'],
    [['payin.completed.'], 'Did you mean "payin.completed"?'],
    [['onramp.deposit.success'], 'Did you mean "on_ramp.deposit.success"?'],
    [['bank_transfer.completed'], 'There is no "bank_transfer.completed".'],
    [['constructor'], 'There is no "constructor".'],
    [['__proto__'], 'There is no "__proto__".'],
    [['\u001b[2J'], 'There is no "\ufffd[2J".'],
    [[], 'Name an action. Actions:'],
    [['create', 'pay-in'], 'There is no "create pay-in". Did you mean "payin"?'],
    [['create'], 'create needs a second word. Choose one: create payin,'],
  ])('print all valid ones: %j', async (args, sentence) => {
    const { code, errorText } = await runCli(['trigger', ...args])
    expect([code, errorText]).toEqual([2, expect.stringContaining(sentence)])
    expect(errorText).toMatch(/payin/)
  })

  it.each([
    [['payin.completed', 'A-1'], '"A-1" does not go with payin.completed: choose the object with --id,'],
    [['reset', 'now'], '"now" does not go with reset: it takes no value.'],
    [
      ['payin.completed', '--seed', '1'],
      '--seed does not go with payin.completed; it takes --id, --reference,',
    ],
    [['payout.failed', '--details', 'OTHER'], '--details does not go with payout.failed'],
    [
      ['payin.failed', '--details', 'NO_MONEY'],
      '--details cannot be NO_MONEY; a payin can have INSUFFICIENT_FUNDS,',
    ],
    [['clock', '+1h', '--latest'], '--latest does not go with clock; it takes none.'],
    [
      ['create', 'on_ramp', '--amount', '5', '--currency', 'EUR'],
      '--currency does not go with create on_ramp',
    ],
    [['state', '--unknown'], "unknown option '--unknown'"],
  ])('print what the action takes: %j', async (args, sentence) => {
    const { code, errorText } = await runCli(['trigger', ...args])
    expect([code, errorText]).toEqual([2, expect.stringContaining(sentence)])
  })

  it('do not appear in the help', async () => {
    const { lines } = await runCli(['trigger', '--help'])
    const named =
      lines.join('\n').match(/\b(payin|payout|bank_transfer|on_ramp|webhook|fault)\.[a-z_.]+[a-z]/g) ?? []
    expect(named.length).toBeGreaterThan(8)
    const { errorText } = await runCli(['trigger', 'nothing'])
    for (const word of named) expect(errorText).toContain(word)
  })
})
