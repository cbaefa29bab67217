import { h } from 'preact'
import type { Problem } from '../checkout/choice.ts'
import type { Messages } from '../locales/messages.ts'

export interface NoteProps {
  readonly messages: Messages
  readonly problem: Problem | null
  /** Shown while nothing is wrong. */
  readonly text: string
}

/** The line below a field: what is wrong with it, or a hint. Always rendered, because it is a live region. */
export function Note({ messages, problem, text }: NoteProps) {
  return (
    <p id="note" class={problem ? 'hint wrong' : 'hint'} part={problem ? 'problem' : 'hint'} role="status">
      {problem ? messages.invalid[problem] : text}
    </p>
  )
}
