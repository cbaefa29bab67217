// Who pays, as the legacy interface asks for it. Which of these the service requires: not shown; what the order does not
// tell is left out.
import { createHash } from 'node:crypto'
import type { BankTransferRequest } from '../../server/index.ts'
import type { Quote } from '../orders.ts'
import type { AttemptIds, RequestConfig } from './kind.ts'

type User = Pick<BankTransferRequest, 'names' | 'userId' | 'userAddress1' | 'userIpAddress'>

/** @param address the shopper's IP address; `null` when it is not known */
export function legacyUser({ companyName }: RequestConfig, { payer, legacy }: Quote, address: string | null) {
  const names = [payer.first_name, payer.last_name].filter(Boolean).join(' ')
  const user: User = {
    ...(names && { names }),
    // {companyName}{clientId}, and the same for the same person every time.
    userId: `${companyName}${legacy?.clientId ?? clientIdOf(payer.email)}`,
    ...(payer.address && { userAddress1: payer.address }),
    ...(address && { userIpAddress: address }),
  }
  return user
}

/**
 * Where unsigned webhooks of one attempt come to: nobody can guess it, and it opens no other attempt. It names the attempt
 * as well, so that it can be recognized where the row is lost.
 */
export function legacyWebhookUrl(
  { publicUrl }: RequestConfig,
  kind: string,
  order: string,
  { row, attempt, webhookToken, nonce }: AttemptIds,
) {
  const name = new URLSearchParams({ order, attempt: String(attempt), nonce })
  return `${publicUrl}/webhooks/${kind}/${row}/${webhookToken}?${name}`
}

const clientIdOf = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
