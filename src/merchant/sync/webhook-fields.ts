// Limits of the webhook fields that are used. The documents state no length for most of them: ids are UUIDs, statuses are
// short, references have 36 characters. The limits leave room for longer values, but not for any length.
import { isPlain } from '../plain-text.ts'

const maxLengths = { id: 64, status: 64, reference: 36, return_url: 2_048 } as const

type Field = keyof typeof maxLengths

/** The value of a webhook field; `null` when it is missing, longer than the limit, or holds control characters. */
export const parseWebhookField = (field: Field, value: string | null): string | null =>
  value === null || value.length > maxLengths[field] || !isPlain(value) ? null : value
