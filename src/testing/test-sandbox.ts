// The `TestSandbox` of one API key, over the sandbox's control interface.
import { parseDuration } from '../sandbox/index.ts'
import { createControlClient } from './control-client.ts'
import { toFaultRequest } from './faults.ts'
import { expire, findPayment, listPayments, readDeliveries, readRequests } from './payments.ts'
import { waitUntil } from './real-time.ts'
import { SandboxError } from './sandbox-error.ts'
import { parseHostedAddress } from './shopper/hosted-address.ts'
import type { Claiming, HostedPage, Paying } from './shopper/hosted-page.ts'
import type { TestSandbox, WhichPayment } from './types.ts'

export interface TestSandboxOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly webhookSecret: string
  readonly close: () => Promise<void>
}

export function createTestSandbox({ close, ...options }: TestSandboxOptions): TestSandbox {
  const control = createControlClient(options.baseUrl, options.apiKey)
  const waitForWebhooks = async () => void (await readDeliveries(control))

  /** @param walk pays or claims, once the page is known */
  async function actAsShopper(
    where: HostedPage | WhichPayment,
    how: { readonly timeoutMs?: number },
    ends: boolean,
    walk: (shopper: typeof import('./shopper/shopper.ts'), where: HostedPage | string) => Promise<void>,
  ): Promise<void> {
    if (ends) await expire(control, await findPayment(control, await addressOf(where, how.timeoutMs)))
    else {
      // Imported here, because it loads the whole sandbox for the texts of its pages.
      const shopper = await import('./shopper/shopper.ts')
      if (isPage(where)) await expectOwnPage(where, how.timeoutMs)
      await walk(shopper, isPage(where) ? where : await hostedPageOf(where))
    }
    if (!isPage(where)) await waitForWebhooks()
  }

  /** A hosted page of another service may ask for real money. @throws {SandboxError} */
  async function expectOwnPage(page: HostedPage, timeoutMs: number | undefined): Promise<void> {
    const address = await addressOf(page, timeoutMs)
    // The shopper's own messages say what an address is that is no hosted page.
    if (typeof address !== 'string' || parseHostedAddress(address) === undefined) return
    if (isSameServer(address, options.baseUrl)) return
    await findPayment(control, address)
  }

  async function hostedPageOf(which: WhichPayment): Promise<string> {
    const payment = await findPayment(control, which)
    if (payment.hostedPage !== null) return payment.hostedPage
    throw new SandboxError(
      `The bank transfer ${payment.id} has no link yet. Your server must create one first.`,
    )
  }

  return {
    ...options,
    pay: (where, how: Paying) =>
      actAsShopper(where, how, how.with === 'expire', (shopper, place) => shopper.pay(place, how)),
    claim: (where, how: Claiming) =>
      actAsShopper(where, how, how.to === 'expire', (shopper, place) => shopper.claim(place, how)),

    async setStatus(which, status) {
      const payment = await findPayment(control, which)
      await control.move(payment, typeof status === 'string' ? { status } : status)
      await waitForWebhooks()
      return findPayment(control, payment)
    },

    async advance(by) {
      await control.advanceClock(toMs(by))
      await waitForWebhooks()
    },

    async fault(name, ...[options = {}]) {
      const { id } = await control.addFault(toFaultRequest(name, options))
      const takeBack = async () => {
        const { faults } = await control.listFaults()
        if (faults.some((fault) => fault.id === id)) await control.removeFault(id)
      }
      return { takeBack }
    },
    clearFaults: control.clearFaults,

    async payments(reference) {
      const all = await listPayments(control)
      return reference === undefined ? all : all.filter((payment) => payment.reference === reference)
    },
    payment: (which) => findPayment(control, which),

    async deliveries(of) {
      const id = of === undefined ? undefined : (await findPayment(control, of)).id
      const all = await readDeliveries(control)
      return id === undefined ? all : all.filter(({ paymentId }) => paymentId === id)
    },
    async resend({ id }) {
      await control.resend(id)
      await waitForWebhooks()
    },
    requests: () => readRequests(control),

    async reset() {
      await control.reset()
    },
    withKey: (apiKey) =>
      createTestSandbox({ ...options, apiKey, close: () => deleteWorld(options.baseUrl, apiKey) }),
    close: onlyOnce(close),
  }
}

/** Whether two addresses have the same origin. All loopback names are the same machine. */
function isSameServer(one: string, other: string): boolean {
  const originOf = (address: string) =>
    new URL(address).origin.replace(/^(http:\/\/)(localhost|127\.0\.0\.1|\[::1\])/, '$1localhost')
  return originOf(one) === originOf(other)
}

const isPage = (where: HostedPage | WhichPayment): where is HostedPage =>
  typeof where === 'object' && 'getByRole' in where

/** The address of a page, once it is a hosted page. */
async function addressOf(where: HostedPage | WhichPayment, timeoutMs = 15_000): Promise<WhichPayment> {
  if (!isPage(where)) return where
  await waitUntil(() => where.isClosed() || parseHostedAddress(where.url()) !== undefined, timeoutMs)
  return where.url()
}

/** Deletes the world of a key. The sandbox keeps the world of its default key, because others may use it. */
export async function deleteWorld(baseUrl: string, apiKey: string): Promise<void> {
  await createControlClient(baseUrl, apiKey)
    .deleteWorld()
    .catch(() => {})
}

function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= close()
    return closed
  }
}

const longestMs = 366 * 86_400_000

/** In milliseconds, or with units: `'25 min'`, `'1 h 30 min'`; units are ms, s, min, h and d, the longer one first. */
export type Duration = number | string

/**
 * A duration in whole milliseconds.
 * @throws {RangeError} for an invalid text, for less than a millisecond, and for more than 366 days
 */
export function toMs(duration: Duration): number {
  const ms = typeof duration === 'number' ? Math.round(duration) : (parseDuration(duration) ?? Number.NaN)
  if (ms >= 1 && ms <= longestMs) return ms
  throw new RangeError(
    `${JSON.stringify(duration)} is not a valid duration. Give milliseconds, or a text such as '25 min' or '1 h 30 min', up to 366 d.`,
  )
}
