// Length limits of the webhook fields that are used. The documents state no length for most of them: ids are UUIDs, statuses
// are short, references have 36 characters. The limits leave room for longer values, but not for any length.

import { UnusableWebhook } from '../errors/webhook-errors.ts'
import { isPlain } from '../plain-text.ts'

const maxLengths = { id: 64, status: 64, reference: 36, return_url: 2_048 } as const

type Field = keyof typeof maxLengths

/**
 * The value of a webhook field; `null` when it is missing or longer than the limit.
 * @throws {UnusableWebhook} when it holds control characters
 */
export function parseWebhookField(field: Field, value: string | null): string | null {
  if (value === null || value.length > maxLengths[field]) return null
  if (isPlain(value)) return value
  throw new UnusableWebhook(field)
}
