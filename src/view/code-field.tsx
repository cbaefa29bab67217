// The code of a payout: who opens its page has got it from the sender, apart from the link to this page.

import { h } from 'preact'
import type { Sentences } from '../locales/sentences.ts'
import type { Fault } from '../protocol/fault.ts'

/** What is wrong with the code: none was typed, or the endpoint gave no address for it. */
export type CodeProblem = 'missing' | Fault

export interface CodeProps {
  readonly say: Sentences
  readonly text: string
  readonly problem: CodeProblem | null
  readonly disabled?: boolean
  /** The code is on its way: it can be read, but not changed. */
  readonly isBusy?: boolean
  readonly onType: (text: string) => void
  /** Enter, as in any form. */
  readonly onSubmit: () => void
}

/** The field with its label, and below it a hint or what is wrong. The line speaks by itself, so it is always there. */
export function CodeField(props: CodeProps) {
  const { say, text, problem, disabled = false, isBusy = false, onType, onSubmit } = props
  return (
    <div class="field" key="code">
      <label for="field" part="code-label">
        {say.code}
      </label>
      <input
        id="field"
        part="code-input"
        type="text"
        autocomplete="one-time-code"
        autocapitalize="off"
        autoCorrect="off"
        spellcheck={false}
        dir="ltr"
        disabled={disabled}
        readonly={isBusy}
        aria-describedby="note"
        aria-invalid={problem !== null}
        value={text}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={({ key, isComposing }: KeyboardEvent) => key === 'Enter' && !isComposing && onSubmit()}
      />
      <p
        id="note"
        class={problem ? 'hint wrong' : 'hint'}
        part={problem ? 'code-error' : 'hint'}
        role="status"
      >
        {problem ? problemText(problem, say) : say.codeHint}
      </p>
    </div>
  )
}

/** A server that asks to come back much later has had too many tries. */
const longWaitMs = 60_000

function problemText(problem: CodeProblem, say: Sentences): string {
  if (problem === 'missing') return say.invalid.code
  return (problem.retryAfterMs ?? 0) > longWaitMs ? say.codeLater : (say.faults[problem.kind] ?? say.error[1])
}
