// The code of one payout, as its recipient typed it. It is kept in memory only, and never in storage, an event or the
// console: anyone who knows it and the session's id can take the money.
import { signal } from '@preact/signals'
import type { Fault } from '../protocol/fault.ts'
import type { CodeModel, CodeProblem } from '../view/code-field.tsx'

export interface ElementCode extends CodeModel {
  /** Returns whether nothing was typed, and shows this to the recipient. */
  reportMissing(): boolean
  /** The server returned no hosted page for the code. */
  refuse(fault: Fault): void
}

/** Makes the code of a payment. Each payment needs its own, because each session has another code. */
export function createElementCode(): ElementCode {
  const text = signal('')
  const problem = signal<CodeProblem | null>(null)
  return {
    text,
    problem,
    type(typed) {
      text.value = typed
      problem.value = null
    },
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
