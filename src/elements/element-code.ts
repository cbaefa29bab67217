// The code of one payout, as its recipient typed it. It lives as long as the page and stands in no storage, no event and
// no console: whoever knows it and the session can take the money.
import type { Fault } from '../protocol/fault.ts'
import type { CodeProblem, CodeProps } from '../view/code-field.tsx'

/** What the code needs of its element. */
export interface CodeHost {
  readonly update: () => void
  readonly focusField: () => void
  readonly submit: () => void
}

export interface ElementCode {
  readonly text: string
  /** What the screen shows and asks. */
  props(): Pick<CodeProps, 'text' | 'problem' | 'onType' | 'onSubmit'>
  /** Tells whether nothing was typed, and says so to the recipient. */
  isMissing(): boolean
  /** No address came for what was typed: the recipient is led back to the field. */
  refuse(fault: Fault): void
}

/** Makes the code of an element. Another session has another code, so each gets one of its own. */
export function createElementCode({ update, focusField, submit }: CodeHost): ElementCode {
  let text = ''
  let problem: CodeProblem | null = null

  function show(found: CodeProblem | null): void {
    problem = found
    update()
  }

  return {
    get text() {
      return text
    },
    props: () => ({
      text,
      problem,
      onType(typed) {
        text = typed
        show(null)
      },
      onSubmit: submit,
    }),
    isMissing() {
      const isMissing = text.trim() === ''
      if (isMissing) show('missing')
      return isMissing
    },
    refuse(fault) {
      show(fault)
      focusField()
    },
  }
}
