// The field for the code of a payout. The recipient got the code from the sender, separately from the link to this page.

import type { ReadonlySignal } from '@preact/signals'
import { h } from 'preact'
import type { Messages } from '../locales/messages.ts'
import type { Fault } from '../protocol/fault.ts'

/** What is wrong with the code: none was typed, or the endpoint returned no hosted page for it. */
export type CodeProblem = 'missing' | Fault

/** The code as typed so far. */
export interface CodeModel {
  readonly text: ReadonlySignal<string>
  readonly problem: ReadonlySignal<CodeProblem | null>
  type(text: string): void
}

export interface CodeProps {
  readonly code: CodeModel
  readonly messages: Messages
  readonly disabled?: boolean
  /** The code was sent and is being checked: it cannot be changed now. */
  readonly isBusy?: boolean
  /** Enter, as in any form. */
  readonly onSubmit: () => void
}

/** The field with its label, and a line with a hint or a problem. The line is always rendered, because it is a live region. */
export function CodeField({ code, messages, disabled = false, isBusy = false, onSubmit }: CodeProps) {
  const problem = code.problem.value
  return (
    <div class="field" key="code">
      <label for="field" part="code-label">
        {messages.code}
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
        value={code.text.value}
        onInput={({ currentTarget }) => code.type(currentTarget.value)}
        onKeyDown={({ key, isComposing }: KeyboardEvent) => key === 'Enter' && !isComposing && onSubmit()}
      />
      <p
        id="note"
        class={problem ? 'hint wrong' : 'hint'}
        part={problem ? 'code-error' : 'hint'}
        role="status"
      >
        {problem ? problemText(problem, messages) : messages.codeHint}
      </p>
    </div>
  )
}

/** A longer `Retry-After` means that there were too many tries. */
const longWaitMs = 60_000

function problemText(problem: CodeProblem, messages: Messages): string {
  if (problem === 'missing') return messages.invalid.code
  return (problem.retryAfterMs ?? 0) > longWaitMs
    ? messages.codeLater
    : (messages.faults[problem.kind] ?? messages.error[1])
}
