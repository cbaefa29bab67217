import type { Kind } from '../protocol/kind.ts'
import { en } from './en.ts'
import type { Overrides, Sentences } from './sentences.ts'

/** Words in place of others: what they do not name stays. */
function withWords(say: Sentences, words: Overrides | undefined): Sentences {
  const merged: Record<string, unknown> = { ...say }
  for (const [key, word] of Object.entries(words ?? {})) {
    const isTable = typeof word === 'object' && !Array.isArray(word)
    merged[key] = isTable ? { ...(merged[key] as object), ...word } : word
  }
  return merged as unknown as Sentences
}

/**
 * All sentences for a kind of payment. English is underneath, so that a language file of another version has no holes;
 * the page's own words are on top.
 */
export function sentencesFor(
  kind: Kind,
  language: Partial<Sentences> | null,
  own: Overrides | undefined,
): Sentences {
  const say = language ? withWords(en, language) : en
  return withWords(kind === 'payin' ? say : withWords(say, say.kinds[kind]), own)
}
