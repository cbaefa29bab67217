// Every sentence of the service's two documents, verbatim, with the tests that prove it for the sandbox.
// `sentences.test.ts` checks that this table and the tests of the folder match.

import { legacyTransactions } from './legacy-transactions.ts'
import { paymentsV2 } from './payments-v2.ts'
import type { Section } from './section.ts'

type DocumentName = 'payments-v2' | 'legacy-transactions'

export type Sentence = {
  document: DocumentName
  /** The heading above it. */
  section: string
  /** A sentence, a list item or a table's row, verbatim. */
  sentence: string
  /** Titles of tests, with their `describe`; null when there is nothing to prove. */
  test: string | readonly string[] | null
  /** The part that no test proves, and the reason. */
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
