// The code of one payout, as its recipient typed it. It lives as long as the page and stands in no storage, no event and
// no console: whoever knows it and the session can take the money.
import { batch, signal } from '@preact/signals'
import type { Fault } from '../protocol/fault.ts'
import type { CodeModel, CodeProblem } from '../view/code-field.tsx'

export interface ElementCode extends CodeModel {
  /** Tells whether nothing was typed, and says so to the recipient. */
  reportMissing(): boolean
  /** No address came for what was typed. */
  refuse(fault: Fault): void
}

/** Makes the code of an element. Another session has another code, so each gets one of its own. */
export function createElementCode(): ElementCode {
  const text = signal('')
  const problem = signal<CodeProblem | null>(null)
  return {
    text,
    problem,
    type: (typed) =>
      batch(() => {
        text.value = typed
        problem.value = null
      }),
    reportMissing() {
      const isMissing = text.peek().trim() === ''
      if (isMissing) problem.value = 'missing'
      return isMissing
    },
    refuse(fault) {
      problem.value = fault
    },
  }
}
