// A shopper's saved bank accounts, if the shop knows who is signed in. They load late, or not at all.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createBrowserPorts } from '../../src/platform/browser-ports.ts'
import { settle } from '../support/fake-clock.ts'
import { type FakePorts, fakePorts } from '../support/fake-ports.ts'
import { type Mounted, mount } from './mounted.ts'

const three = { methods: 'card bank_account crypto_transfer' }
const saved = { id: 'pi_1', iban: 'DE89**************3000' }

const namesOf = ({ radio }: Mounted) =>
  radio()
    .elements()
    .map((element) => element.closest('label')?.textContent?.trim())

const sentBy = ({ ports }: Mounted) => ports.merchant.create.last.request.body.payment

function withAccounts(): FakePorts {
  const ports = fakePorts()
  ports.merchant.accounts.push(saved)
  return ports
}

describe('saved accounts', () => {
  test('are masked after the new bank account, once that is chosen', async () => {
    const mounted = mount(three, { ports: withAccounts() })
    await settle()
    expect(namesOf(mounted)).toEqual(['Card', 'Bank account', 'Cryptocurrency'])
    await mounted.radio('Bank account').click()

    expect(namesOf(mounted)).toEqual([
      'Card',
      'Bank account',
      'Bank account DE89 •••• 3000',
      'Cryptocurrency',
    ])
  })

  test('show nothing of a text that is too short for an IBAN', async () => {
    const ports = fakePorts()
    ports.merchant.accounts.push({ ...saved, iban: 'DE893000' })
    const mounted = mount(three, { ports })
    await settle()
    await mounted.radio('Bank account').click()
    expect(namesOf(mounted)).toContain('Bank account  ••••')
  })

  test.each([
    ['at once', 0, true],
    ['late, wait for what the shopper does next', 600, false],
  ])('that load %s move nothing that is being pressed', async (_, afterMs, isSeen) => {
    const ports = fakePorts()
    let answer = (_: readonly (typeof saved)[]) => {}
    const instruments = () =>
      new Promise<readonly (typeof saved)[]>((resolve) => {
        answer = resolve
      })
    const mounted = mount({ methods: 'bank_account card' }, { ports: Object.assign(ports, { instruments }) })
    await settle()
    await ports.clock.advance(afterMs)
    answer([saved])
    await settle()
    expect(mounted.radio(/DE89/).elements()).toHaveLength(isSeen ? 1 : 0)
    mounted.field().focus()
    await settle()

    expect(mounted.radio(/DE89/).elements()).toHaveLength(1)
  })

  test('are sent by their id at the service, and have no field', async () => {
    const mounted = mount(three, { ports: withAccounts() })
    await mounted.radio('Bank account').click()
    await mounted.radio(/DE89/).click()
    expect(() => mounted.field()).toThrow()
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual({ method: 'bank_account', instrument_id: 'pi_1' })
  })

  test('are reached with the arrow keys, and skipped while hidden', async () => {
    const mounted = mount({ methods: 'card crypto_transfer bank_account' }, { ports: withAccounts() })
    await settle()
    const chosen = () => mounted.all(':checked').map((radio) => radio.closest('label')?.textContent?.trim())
    await mounted.radio('Card').click()
    const seen: unknown[] = []
    for (const key of ['Up', 'Down', 'Down', 'Down', 'Down', 'Down']) {
      await userEvent.keyboard(`{Arrow${key}}`)
      await settle()
      seen.push(...chosen())
    }

    const account = 'Bank account DE89 •••• 3000'
    expect(seen).toEqual(['Bank account', account, 'Card', 'Cryptocurrency', 'Bank account', account])
    expect(namesOf(mounted)).toHaveLength(4)
  })

  test('are not requested if the page offers no bank account, because they are private', async () => {
    const asked = vi.fn(async () => [saved])
    mount({ methods: 'card' }, { ports: { ...fakePorts(), instruments: asked } })
    await settle()

    expect(asked).not.toHaveBeenCalled()
  })

  test.each([
    ['an endpoint without such a call', async () => new Response('', { status: 404 })],
    ['a connection that breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an answer that is no list', async () => new Response('<h1>Shop</h1>')],
  ])('are none with %s, and everything else works', async (_what, answer) => {
    const fetched = vi.spyOn(window, 'fetch').mockImplementation(answer)
    onTestFinished(() => fetched.mockRestore())
    const { instruments } = createBrowserPorts()
    const mounted = mount(three, { ports: { ...fakePorts(), instruments } })
    await expect.poll(() => fetched.mock.settledResults.length).toBe(1)
    await settle()

    expect(namesOf(mounted)).toEqual(['Card', 'Bank account', 'Cryptocurrency'])
  })

  describe('of the shopper who is signed in now', () => {
    const answered = vi.fn<(path: unknown, init?: RequestInit) => Promise<Response>>()
    const answers = (iban: string) => async () => Response.json({ content: [{ id: 'pi_1', iban }] })
    const page = () => {
      const time = vi.spyOn(performance, 'now').mockReturnValue(0)
      const fetched = vi.spyOn(window, 'fetch').mockImplementation(answered)
      onTestFinished(() => {
        time.mockRestore()
        fetched.mockRestore()
        answered.mockReset()
      })
      const { instruments } = createBrowserPorts()
      return { time, ibans: async () => (await instruments('/checkout')).map(({ iban }) => iban) }
    }

    test('are requested again by an element that appears later, because another shopper may have signed in', async () => {
      const { time, ibans } = page()
      answered.mockImplementation(answers('DE89'))
      expect(await ibans()).toEqual(['DE89'])
      time.mockReturnValue(60_000)
      answered.mockImplementation(answers('NL91'))

      expect(await ibans()).toEqual(['NL91'])
    })

    test('are never read from the browser’s cache, because they depend on who is signed in', async () => {
      const { ibans } = page()
      answered.mockImplementation(answers('DE89'))
      await ibans()

      expect(answered.mock.calls[0]?.[1]?.cache).toBe('no-store')
    })

    test('are requested once by elements that appear together', async () => {
      const { time, ibans } = page()
      answered.mockImplementation(answers('DE89'))
      const first = ibans()
      time.mockReturnValue(999)

      expect([await first, await ibans()]).toEqual([['DE89'], ['DE89']])
      expect(answered).toHaveBeenCalledTimes(1)
    })

    test('are requested again after a failure, by the next element and not in a loop', async () => {
      const { time, ibans } = page()
      answered.mockRejectedValue(new TypeError('Failed to fetch'))
      expect([await ibans(), await ibans()]).toEqual([[], []])
      expect(answered).toHaveBeenCalledTimes(1)
      time.mockReturnValue(60_000)
      answered.mockImplementation(answers('DE89'))

      expect(await ibans()).toEqual(['DE89'])
    })
  })

  /** Continues to press keys while the saved accounts are loading. */
  async function typingWhileTheyCome(methods: string): Promise<Mounted> {
    let arrive = (_accounts: (typeof saved)[]) => {}
    const instruments = () => new Promise<(typeof saved)[]>((resolve) => (arrive = resolve))
    const mounted = mount({ methods }, { ports: { ...fakePorts(), instruments } })
    mounted.field().focus()
    await userEvent.keyboard('DE89')
    arrive([saved])
    await settle()
    return mounted
  }

  test('that load late replace no field in use', async () => {
    const mounted = await typingWhileTheyCome('bank_account card')

    expect(mounted.field().value).toBe('DE89')
    expect(mounted.element.shadowRoot?.activeElement).toBe(mounted.field())
  })

  test('that load late turn a single method into a choice, and the focus stays in its field', async () => {
    const mounted = await typingWhileTheyCome('bank_account')

    expect(namesOf(mounted)).toHaveLength(2)
    expect(mounted.field().value).toBe('DE89')
    expect(mounted.element.shadowRoot?.activeElement).toBe(mounted.field())
  })
})
