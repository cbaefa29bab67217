// A sandbox in a test's hand: every lever for one API key.
import { readDeliveries, readRequests } from './deliveries.ts'
import { toMs } from './duration.ts'
import { toFaultOrder } from './faults.ts'
import { createLevers } from './control-client.ts'
import { expire, findPayment, listPayments, putInto } from './payments.ts'
import { until } from './real-time.ts'
import { SandboxError } from './sandbox-error.ts'
import type { Claiming, HostedPage, Paying } from './shopper/hosted-page.ts'
import { placeOf } from './shopper/hosted-address.ts'
import type { TestSandbox, WhichPayment } from './types.ts'

export interface TestSandboxOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly webhookSecret: string
  readonly close: () => Promise<void>
}

export function createTestSandbox({ close, ...options }: TestSandboxOptions): TestSandbox {
  const levers = createLevers(options.baseUrl, options.apiKey)
  const answered = async () => void (await readDeliveries(levers))

  /** @param walk by the shopper's way, once it is known where */
  async function act(
    where: HostedPage | WhichPayment,
    how: { readonly timeoutMs?: number },
    ends: boolean,
    walk: (shopper: typeof import('./shopper/shopper.ts'), where: HostedPage | string) => Promise<void>,
  ): Promise<void> {
    if (ends) await expire(levers, await findPayment(levers, await addressOf(where, how.timeoutMs)))
    else {
      // Only here: it takes the whole sandbox along, for the words on its pages.
      const shopper = await import('./shopper/shopper.ts')
      await walk(shopper, isPage(where) ? where : await hostedPageOf(where))
    }
    if (!isPage(where)) await answered()
  }

  async function hostedPageOf(which: WhichPayment): Promise<string> {
    const payment = await findPayment(levers, which)
    if (payment.hostedPage !== null) return payment.hostedPage
    throw new SandboxError(
      `The bank transfer ${payment.id} has no link yet: your server has to make one first.`,
    )
  }

  return {
    ...options,
    pay: (where, how: Paying) =>
      act(where, how, how.with === 'expire', (shopper, place) => shopper.pay(place, how)),
    claim: (where, how: Claiming) =>
      act(where, how, how.to === 'expire', (shopper, place) => shopper.claim(place, how)),

    async setStatus(which, status) {
      const payment = await findPayment(levers, which)
      await putInto(levers, payment, typeof status === 'string' ? { status } : status)
      await answered()
      return findPayment(levers, payment)
    },

    async advance(by) {
      await levers.post('/sandbox/clock', { advance_ms: toMs(by) })
      await answered()
    },

    async fault(name, ...[options = {}]) {
      const { id } = await levers.post<{ id: number }>('/sandbox/faults', toFaultOrder(name, options))
      const takeBack = async () => {
        const { faults } = await levers.get<{ faults: { id: number }[] }>('/sandbox/faults')
        if (faults.some((fault) => fault.id === id)) await levers.delete(`/sandbox/faults/${id}`)
      }
      return { takeBack }
    },
    clearFaults: () => levers.delete('/sandbox/faults'),

    async payments(reference) {
      const all = await listPayments(levers)
      return reference === undefined ? all : all.filter((payment) => payment.reference === reference)
    },
    payment: (which) => findPayment(levers, which),

    async deliveries(of) {
      const id = of === undefined ? undefined : (await findPayment(levers, of)).id
      const all = await readDeliveries(levers)
      return id === undefined ? all : all.filter(({ paymentId }) => paymentId === id)
    },
    async resend({ id }) {
      await levers.post(`/sandbox/deliveries/${id}/resend`)
      await answered()
    },
    requests: () => readRequests(levers),

    async reset() {
      await levers.post('/sandbox/reset', {})
    },
    withKey: (apiKey) =>
      createTestSandbox({ ...options, apiKey, close: () => endWorld(options.baseUrl, apiKey) }),
    close: onlyOnce(close),
  }
}

const isPage = (where: HostedPage | WhichPayment): where is HostedPage =>
  typeof where === 'object' && 'getByRole' in where

/** Of a page: its address, once it is a hosted page's. */
async function addressOf(where: HostedPage | WhichPayment, timeoutMs = 15_000): Promise<WhichPayment> {
  if (!isPage(where)) return where
  await until(() => where.isClosed() || placeOf(where.url()) !== undefined, timeoutMs)
  return where.url()
}

/** Ends what belongs to a key; the default key's stays, because others may use it. */
export async function endWorld(baseUrl: string, apiKey: string): Promise<void> {
  await createLevers(baseUrl, apiKey)
    .delete('/sandbox/world')
    .catch(() => {})
}

function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= close()
    return closed
  }
}
