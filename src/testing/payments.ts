// Lists and finds the sandbox's payments, and lets them expire.
import type { SentDelivery } from '../cli/sandbox-client/answers.ts'
import type { ControlClient } from './control-client.ts'
import { waitUntil } from './real-time.ts'
import { SandboxError } from './sandbox-error.ts'
import { parseHostedAddress } from './shopper/hosted-address.ts'
import type { Delivery, LoggedRequest, Payment, WhichPayment } from './types.ts'

/** Newest first. */
export async function listPayments(control: ControlClient): Promise<Payment[]> {
  const payments = await control.listPayments()
  return payments.map(({ hostedPath, ...payment }) => ({
    ...payment,
    hostedPage: hostedPath && control.baseUrl + hostedPath,
  }))
}

const payable = ['CREATED', 'INITIATED', 'INTENT', 'STARTED']

/** @throws {SandboxError} that lists the newest payments */
export async function findPayment(control: ControlClient, which: WhichPayment): Promise<Payment> {
  const wanted = typeof which === 'string' ? which : which.id
  const all = await listPayments(control)
  const path = parseHostedAddress(wanted)?.path
  const byId = all.find(({ id }) => id === wanted.toLowerCase())
  const byPage = all.find(({ hostedPage }) => path !== undefined && hostedPage === control.baseUrl + path)
  const byReference = all.filter(({ reference }) => reference === wanted)
  const found = byId ?? byPage ?? byReference.find(({ status }) => payable.includes(status)) ?? byReference[0]
  if (found) return found
  const known = all.slice(0, 5).map(describePayment).join('; ')
  throw new SandboxError(
    `The sandbox has no payment "${wanted}" for the API key ${control.apiKey}. ${known === '' ? 'It has no payments at all. Has your server called it?' : `The newest: ${known}.`}`,
  )
}

/** A payment in one line, for messages. */
export function describePayment({ kind, id, reference, amount, ...states }: Payment): string {
  const { status, statusDetails, depositStatus } = states
  const state = [status, statusDetails, depositStatus && `deposit ${depositStatus}`]
    .filter(Boolean)
    .join(', ')
  return `${kind} ${id.slice(0, 8)}… of ${amount}${reference === null ? '' : `, reference ${reference},`} is ${state}`
}

/** Lets a payment expire. @throws {SandboxError} for a bank transfer, and for a payment that has ended */
export async function expire(control: ControlClient, payment: Payment): Promise<void> {
  if (payment.kind === 'bank_transfer')
    throw new SandboxError('A bank transfer cannot expire at this service.')
  if (!payable.includes(payment.status)) {
    throw new SandboxError(`Only a payment that can still be paid can expire: ${describePayment(payment)}.`)
  }
  await control.move(payment, payment.kind === 'on_ramp' ? { deposit: 'FAILED' } : { status: 'EXPIRED' })
}

/** Longer than the sandbox's own timeout for an answer. */
const answerTimeoutMs = 12_000

/** Oldest first. Waits until each delivery has its result. */
export async function readDeliveries(control: ControlClient): Promise<Delivery[]> {
  let { deliveries } = await control.readState()
  const isUnderWay = ({ status, error }: SentDelivery) => status === null && error === null
  await waitUntil(async () => {
    if (!deliveries.some(isUnderWay)) return true
    deliveries = (await control.readState()).deliveries
    return false
  }, answerTimeoutMs)
  return deliveries.map(({ object_id, event, ...delivery }) => ({
    ...delivery,
    event: event as Delivery['event'],
    paymentId: object_id,
  }))
}

/** Oldest first. */
export async function readRequests(control: ControlClient): Promise<LoggedRequest[]> {
  const { requests } = await control.readState()
  return requests.map(({ idempotency_key, ...request }) => ({ ...request, idempotencyKey: idempotency_key }))
}
