// What bank transfers and on-ramps have in common (legacy document): a link makes them payable, their webhooks are unsigned,
// and they take the same data about the payer. The document does not say which of these data are required; what the order
// does not contain is left out.
import { createHash } from 'node:crypto'
import type { BankTransferRequest } from '../../server/index.ts'
import type { Entry } from '../orders.ts'
import type { PaymentKind, SessionOfKind } from './kind.ts'
import type { AttemptIds, RequestConfig } from './request.ts'

/** The facts that are the same for both. */
export const legacy = {
  ledger: 'order',
  paidEvent: 'order_paid',
  askedBy: 'shopper',
  sending: 'by_link',
  takesChoice: false,
  isOneOpenAtATime: false,
  listsBeforeFirstAttempt: false,
  yieldsWhenUnanswered: false,
  pageNeedsCode: false,
  disputeStatus: null,
  // CREATED is our own status, for the time before the service has answered.
  statusesBeforeLink: ['CREATED', 'INTENT'],
} as const satisfies Partial<PaymentKind>

/** How long we wait: the legacy document names no end of a transaction that nobody authorized. Later money still counts. */
export const transactionWaitMs = 7 * 24 * 3_600_000

const justCreatedMs = 60_000

/** Whether the session was just created: then it will get its link in a moment. */
export const isJustCreated = ({ created_at }: SessionOfKind, now: number): boolean =>
  created_at.getTime() > now - justCreatedMs

type User = Pick<BankTransferRequest, 'names' | 'userId' | 'userAddress1' | 'userIpAddress'>

/** @param address the shopper's IP address; `null` when it is not known */
export function legacyUser(
  { companyName }: RequestConfig,
  { id, payer, legacy }: Entry,
  address: string | null,
) {
  const names = [payer?.first_name, payer?.last_name].filter(Boolean).join(' ')
  const user: User = {
    ...(names && { names }),
    // {companyName}{clientId}; it must be the same for the same person every time.
    userId: `${companyName}${legacy?.clientId ?? clientIdOf(payer?.email ?? id)}`,
    ...(payer?.address && { userAddress1: payer.address }),
    ...(address && { userIpAddress: address }),
  }
  return user
}

/**
 * The address for unsigned webhooks of one attempt. It contains a secret that is valid for this attempt only. It also names
 * the attempt, so that the attempt can be recognized when its row is lost.
 * @param path below `/webhooks/`
 */
export function legacyWebhookUrl(
  { publicUrl }: RequestConfig,
  path: string,
  order: string,
  { row, attempt, who, webhookToken, nonce }: AttemptIds,
) {
  const name = new URLSearchParams({ order, attempt: String(attempt), who, nonce })
  return `${publicUrl}/webhooks/${path}/${row}/${webhookToken}?${name}`
}

const clientIdOf = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
