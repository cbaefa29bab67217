// What the service's two documents say, sentence by sentence and word for word, and the tests that prove it of the
// sandbox. `sentences.test.ts` holds this table and the folder's tests to each other.

import { legacyTransactions } from './legacy-transactions.ts'
import { paymentsV2 } from './payments-v2.ts'
import type { Section } from './section.ts'

type DocumentName = 'payments-v2' | 'legacy-transactions'

export type Sentence = {
  document: DocumentName
  /** The heading under which it stands. */
  section: string
  /** A sentence, a list item or a table's row, verbatim. */
  sentence: string
  /** Titles, with their `describe`; null when there is nothing to prove. */
  test: string | readonly string[] | null
  /** What of it no test proves, and the reason. */
  why?: string
}

function toSentences(document: DocumentName, sections: Record<string, Section>): Sentence[] {
  return Object.entries(sections).flatMap(([section, rows]) =>
    rows.map(([sentence, proof]): Sentence => {
      if (typeof proof === 'string' || !('why' in proof)) return { document, section, sentence, test: proof }
      return { document, section, sentence, test: proof.test ?? null, why: proof.why }
    }),
  )
}

export const sentences: readonly Sentence[] = [
  ...toSentences('payments-v2', paymentsV2),
  ...toSentences('legacy-transactions', legacyTransactions),
]
