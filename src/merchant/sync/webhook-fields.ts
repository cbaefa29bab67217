// What of a webhook's fields is used, and how long each may be. The documents give most of them no length: an id is a
// UUID, a status one of a few words, a reference has 36 characters. Here is room for more, and an end.

import { UnusableWebhook } from '../errors/webhook-errors.ts'
import { isPlain } from '../plain-text.ts'

const longest = { id: 64, status: 64, reference: 36, return_url: 2_048 } as const

type Field = keyof typeof longest

/**
 * A field of a webhook as far as it can be used; `null` when there is none, or one that is longer than such a field is.
 * @throws {UnusableWebhook} when it holds control characters
 */
export function parseWebhookField(field: Field, value: string | null): string | null {
  if (value === null || value.length > longest[field]) return null
  if (isPlain(value)) return value
  throw new UnusableWebhook(field)
}
