import type { Kind } from '../protocol/kind.ts'
import { en } from './en.ts'
import type { Messages, Overrides } from './messages.ts'

/** Words in place of others: what they do not name stays. */
function override(messages: Messages, words: Overrides | undefined): Messages {
  const merged: Record<string, unknown> = { ...messages }
  for (const [key, word] of Object.entries(words ?? {})) {
    const isTable = typeof word === 'object' && !Array.isArray(word)
    merged[key] = isTable ? { ...(merged[key] as object), ...word } : word
  }
  return merged as unknown as Messages
}

/**
 * All sentences for a kind of payment. English is underneath, so that a language file of another version has no holes;
 * the page's own words are on top.
 */
export function mergeMessages(
  kind: Kind,
  language: Partial<Messages> | null,
  own: Overrides | undefined,
): Messages {
  const messages = language ? override(en, language) : en
  return override(kind === 'payin' ? messages : override(messages, messages.kinds[kind]), own)
}
