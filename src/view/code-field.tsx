// The code of a payout: who opens its page has got it from the sender, apart from the link to this page.

import type { ReadonlySignal } from '@preact/signals'
import { h } from 'preact'
import type { Messages } from '../locales/messages.ts'
import type { Fault } from '../protocol/fault.ts'

/** What is wrong with the code: none was typed, or the endpoint gave no address for it. */
export type CodeProblem = 'missing' | Fault

/** The code, as far as it is typed. */
export interface CodeModel {
  readonly text: ReadonlySignal<string>
  readonly problem: ReadonlySignal<CodeProblem | null>
  type(text: string): void
}

export interface CodeProps {
  readonly code: CodeModel
  readonly messages: Messages
  readonly disabled?: boolean
  /** The code is on its way: it can be read, but not changed. */
  readonly isBusy?: boolean
  /** Enter, as in any form. */
  readonly onSubmit: () => void
}

/** The field with its label, and below it a hint or what is wrong. The line speaks by itself, so it is always there. */
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

/** A server that asks to come back much later has had too many tries. */
const longWaitMs = 60_000

function problemText(problem: CodeProblem, messages: Messages): string {
  if (problem === 'missing') return messages.invalid.code
  return (problem.retryAfterMs ?? 0) > longWaitMs
    ? messages.codeLater
    : (messages.faults[problem.kind] ?? messages.error[1])
}
