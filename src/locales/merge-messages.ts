import type { Kind } from '../protocol/kind.ts'
import { en } from './en.ts'
import type { Messages, Overrides } from './messages.ts'

/** Replaces messages key by key. Messages without a replacement stay. */
function override(messages: Messages, overrides: Overrides | undefined): Messages {
  const merged: Record<string, unknown> = { ...messages }
  for (const [key, value] of Object.entries(overrides ?? {})) {
    const isTable = typeof value === 'object' && !Array.isArray(value)
    merged[key] = isTable ? { ...(merged[key] as object), ...value } : value
  }
  return merged as unknown as Messages
}

/**
 * All messages for a kind of payment. English fills gaps, because a language file may be of another version. The page's
 * own messages come last and replace all others.
 */
export function mergeMessages(
  kind: Kind,
  locale: Partial<Messages> | null,
  overrides: Overrides | undefined,
): Messages {
  const messages = locale ? override(en, locale) : en
  return override(kind === 'payin' ? messages : override(messages, messages.kinds[kind]), overrides)
}
