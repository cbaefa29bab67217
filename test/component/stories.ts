// How a shopper gets to each screen. A phase without a story does not compile.
import type { Hosted, Phase } from '../../src/checkout/state.ts'
import type { Session } from '../../src/protocol/session.ts'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { aFault } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

type Attributes = Record<string, string>
export type Screen =
  | Exclude<Phase, 'waiting'>
  | `waiting ${Hosted}`
  | 'in trouble'
  | 'already paid'
  | 'disabled'
  | 'choice'
  | 'choice of saved accounts'
  | 'choice of a bank'
  | 'choice by IBAN'
  | 'choice with a mistake'
  | 'time is up'
  | 'phone code'
  | 'amount differs'

/** When the money of the stories was promised. A receipt shows it. */
export const paidAt = '2026-11-20T14:46:00Z'

export const stories: Record<Screen, (attributes?: Attributes) => Promise<Mounted>> = {
  idle: async (attributes) => mount(priced(attributes)),
  disabled: async (attributes) => mount({ ...priced(attributes), disabled: '' }),
  loading: async (attributes) => mount({ ...attributes, session: 'cs_1' }),
  creating: async (attributes) => {
    const mounted = mount(priced(attributes))
    mounted.element.open()
    return mounted
  },
  'waiting popup': (attributes) => waiting(attributes),
  'waiting closed': async (attributes) => {
    const mounted = await waiting(attributes)
    mounted.ports.windows.last.closeByShopper()
    await mounted.ports.clock.advance(500)
    return mounted
  },
  'waiting refused': async (attributes) => {
    const ports = fakePorts()
    ports.windows.refuses = true
    const mounted = mount({ ...attributes, mode: 'popup' }, { ports })
    await mounted.startPaying()
    return mounted
  },
  'waiting redirect': (attributes) => waiting({ ...attributes, mode: 'redirect' }),
  'waiting returned': async (attributes) => {
    const mounted = await waiting(attributes)
    await mounted.ports.channel.return('cs_1')
    return mounted
  },
  'waiting elsewhere': async (attributes) => {
    const before = await waiting(attributes)
    before.element.remove()
    const mounted = mount(attributes, { ports: fakePorts({ memory: before.ports.memory }) })
    await mounted.read({})
    return mounted
  },
  'in trouble': async (attributes) => {
    const mounted = await waiting(attributes)
    await mounted.ports.merchant.read.last.fail(aFault())
    await mounted.ports.clock.advance(1_000)
    await mounted.ports.merchant.read.last.fail(aFault())
    return mounted
  },
  cancelled: async (attributes) => {
    const mounted = await waiting(attributes)
    mounted.element.cancel()
    return mounted
  },
  authorized: (attributes) => reached({ status: 'AUTHORIZED', paid_at: paidAt }, attributes),
  complete: (attributes) => reached({ status: 'COMPLETED', paid_at: paidAt }, attributes),
  failed: (attributes) => reached({ status: 'FAILED' }, attributes),
  expired: (attributes) => reached({ status: 'EXPIRED' }, attributes),
  error: (attributes) => refused(aFault('invalid'), attributes),
  'already paid': (attributes) => refused(aFault('already_paid'), attributes),
  choice: async (attributes) => mount(priced({ methods: 'card crypto_transfer', ...attributes })),
  'choice of saved accounts': async (attributes) => {
    const ports = fakePorts()
    ports.merchant.accounts.push({ id: 'pi_1', iban: 'DE89**************3000' })
    const mounted = mount(priced({ methods: 'bank_account card', ...attributes }), { ports })
    await settle()
    return mounted
  },
  'choice of a bank': async (attributes) => {
    const mounted = mount(priced({ methods: 'bank_account card', ...attributes }))
    mounted.ports.merchant.banks.willAnswer({ banks: ['ING', 'Sparkasse'].map(aBank), hasMore: false })
    mounted.field().focus()
    await settle()
    press(mounted, 'ArrowDown')
    await settle()
    return mounted
  },
  'choice by IBAN': (attributes) => byIban('DE89 3704 0044 0532 0130 00', attributes),
  'choice with a mistake': async (attributes) => {
    const mounted = await byIban('DE89 3704', attributes)
    mounted.element.open()
    await settle()
    return mounted
  },
  'time is up': (attributes) => waiting(attributes, { expires_at: '2026-11-20T14:45:00Z' }),
  'phone code': async (attributes) => {
    const mounted = await waiting(attributes)
    mounted.all('details')[0]?.setAttribute('open', '')
    return mounted
  },
  'amount differs': async (attributes) => {
    const mounted = mount({ ...attributes, session: 'cs_1', amount: '39.90', currency: 'EUR' })
    await mounted.read({})
    return mounted
  },
}

export const screens = Object.keys(stories) as Screen[]

function priced(attributes?: Attributes): Attributes {
  return { amount: '49.90', currency: 'EUR', ...attributes }
}

async function waiting(attributes?: Attributes, session: Partial<Session> = {}): Promise<Mounted> {
  const mounted = mount(attributes)
  await mounted.startPaying(session)
  return mounted
}

async function byIban(iban: string, attributes?: Attributes): Promise<Mounted> {
  const mounted = mount(priced({ methods: 'bank_account', ...attributes }))
  mounted.field().value = iban
  mounted.field().dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
  return mounted
}

function press({ field }: Mounted, key: string): void {
  field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}

function aBank(name: string) {
  return { id: name, name, logo_url: '' }
}

async function reached(session: Partial<Session>, attributes?: Attributes): Promise<Mounted> {
  const mounted = await waiting(attributes)
  await mounted.read(session)
  return mounted
}

async function refused(fault: ReturnType<typeof aFault>, attributes?: Attributes): Promise<Mounted> {
  const mounted = mount(attributes)
  mounted.element.open()
  await mounted.ports.merchant.create.last.fail(fault)
  return mounted
}
