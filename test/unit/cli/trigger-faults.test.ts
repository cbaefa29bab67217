import { describe, expect, it } from 'vitest'
import { openSandbox } from './running-sandbox.ts'

describe('faults', () => {
  it.each([
    [['latency', '--ms', '5'], { fault: 'latency', ms: 5 }],
    [['error', '--status', '503', '--work', 'done'], { fault: 'error', status: 503, work: 'done' }],
    [['rate_limit', '--retry-after', '7'], { fault: 'rate_limit', retry_after: 7 }],
    [['rate_limit', '--retry-after', 'soon'], { fault: 'rate_limit', retry_after: 'soon' }],
    [
      ['cut', '--on', 'createPayin', '--on', 'getPayin,listPayins'],
      { operations: ['createPayin', 'getPayin', 'listPayins'] },
    ],
    [['webhook_lost', '--chance', '0.5', '--times', '3'], { chance: 0.5, count: 3, left: 3 }],
    [['webhook_late', '--ms', '100'], { fault: 'webhook_late', ms: 100 }],
    [['webhook_duplicate', '--copies', '2'], { copies: 2 }],
    [['webhook_out_of_order'], { fault: 'webhook_out_of_order' }],
    [['webhook_forged'], { fault: 'webhook_forged' }],
    [['coop', '--value', 'same-origin-allow-popups'], { value: 'same-origin-allow-popups' }],
    [['hostile_redirect_url', '--link', 'data'], { link: 'data' }],
  ])('are added by %j', async (args, fault) => {
    const { trigger, faults } = await openSandbox()
    const { code, lines } = await trigger('fault', ...args)
    expect([code, lines]).toEqual([0, [expect.stringMatching(`^Active: 1 ${args[0]}`)]])
    expect(faults.show().faults).toMatchObject([fault])
  })

  it.each([
    [['latency'], '--ms is missing; it must be a whole number from 0 to 600000.'],
    [['latency', '--ms', '-1'], '--ms must be a whole number from 0 to 600000.'],
    [['cut', '--work', 'half'], '--work must be done or undone.'],
    [['cut', '--chance', '2'], '--chance must be a number from 0 to 1'],
    [['cut', '--times', '0'], '--times must be a whole number from 1 to 1000000.'],
    [['cut', '--on', 'createPayIn'], 'Did you mean "createPayin"?'],
    [['cut', '--on', ''], '--on names an unknown operation, ""'],
    [['error', '--status', '404'], '--status must be one of 500, 502, 503, 504.'],
    [['coop', '--value', '1'], '--value must be one of same-origin,'],
    [
      ['webhook_lost', '--on', 'createPayin'],
      '--on does not go with the fault webhook_lost; it takes --chance, --times.',
    ],
    [['webhok_lost'], 'Did you mean "webhook_lost"?'],
    [[], 'Faults: latency, error,'],
    [['constructor'], 'There is no fault "constructor".'],
  ])('are refused with a message for %j', async (args, sentence) => {
    const { trigger, faults } = await openSandbox()
    const { code, errorText } = await trigger('fault', ...args)
    expect(errorText).toContain(sentence)
    expect([code, faults.show().faults]).toEqual([2, []])
  })

  it('are listed with how often they have struck, and cleared one by one or all', async () => {
    const { trigger, makePayin } = await openSandbox()
    expect((await trigger('fault.list')).lines).toEqual(['No fault is active.'])
    await trigger('fault', 'latency', '--ms', '0', '--times', '3')
    await trigger('fault', 'webhook_lost')
    await makePayin('A-1')
    expect((await trigger('fault.list')).lines).toEqual([
      '1 latency, ms 0, 2 times, struck once',
      '2 webhook_lost, until it is cleared',
    ])
    expect((await trigger('fault.clear', '1')).lines).toEqual(['Fault 1 is cleared.'])
    expect((await trigger('fault.clear', '1')).errorText).toContain('No fault has this id.')
    expect((await trigger('fault.clear', 'cut')).code).toBe(2)
    expect((await trigger('fault.clear')).code).toBe(0)
    expect(JSON.parse((await trigger('fault.list', '--json')).lines[0] ?? '')).toEqual({
      seed: 1,
      faults: [],
    })
  })
})
