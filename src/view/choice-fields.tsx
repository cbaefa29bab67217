// The choice of a way to pay: native radio buttons, and a field below the chosen one. Fields may stay empty.

import type { ReadonlySignal } from '@preact/signals'
import { Fragment, h } from 'preact'
import { type Choice, fieldOf, noChoice, type Option } from '../checkout/choice.ts'
import type { Messages } from '../locales/messages.ts'
import type { Bank } from '../protocol/lists.ts'
import { BankField } from './bank-field.tsx'
import { Icon } from './icons.tsx'
import { Note } from './note.tsx'

/** The options and what was chosen, as signals. */
export interface ChoiceModel {
  readonly options: ReadonlySignal<readonly Option[]>
  readonly chosen: ReadonlySignal<Option | undefined>
  readonly choice: ReadonlySignal<Choice>
  readonly banks: ReadonlySignal<{ readonly banks: readonly Bank[]; readonly isComplete: boolean }>
  loadBanks(): void
  choose(change: Partial<Choice>): void
  /** Returns whether something is wrong with the chosen field, and shows it to the shopper. */
  reportProblem(): boolean
}

export interface ChoiceProps {
  readonly choice: ChoiceModel
  readonly messages: Messages
  readonly disabled: boolean
  /** Whether only "Pay another way" is shown at first, as after a failure: the same way can be tried again without a choice. */
  readonly isFolded: boolean
  /** Called when Enter is pressed in a field. */
  readonly onSubmit: () => void
}

/** The props of a field below a method. */
export type FieldProps = Omit<ChoiceProps, 'disabled' | 'isFolded'>

/** The choice, or nothing if there is none. A single option has no radio button, but its field is shown. */
export function ChoiceFields(props: ChoiceProps) {
  const { choice: model, messages } = props
  const [options, chosen] = [model.options.value, model.chosen.value]
  const isChoice = options.length > 1
  if (!chosen || !(isChoice || fieldOf(chosen))) return null
  const ways = (
    <fieldset part="choice" disabled={props.disabled}>
      {isChoice && <legend>{messages.choose}</legend>}
      <div class={isChoice ? 'options' : ''}>
        {options.map((option) => (
          <div key={option.id} class={isChoice ? 'option' : ''} part="option">
            {isChoice && (
              <label>
                <input
                  type="radio"
                  name="option"
                  checked={option === chosen}
                  onChange={() => model.choose({ ...noChoice, option: option.id })}
                />
                <slot name={`mark-${option.method}`}>
                  <Icon name={option.method} />
                </slot>
                <span>
                  {messages.methods[option.method]}{' '}
                  {option.account && <bdi>{maskedText(option.account)}</bdi>}
                </span>
              </label>
            )}
            {option === chosen && fieldOf(option) && <Field {...props} option={option} />}
          </div>
        ))}
      </div>
    </fieldset>
  )
  return props.isFolded && isChoice ? (
    <details key="ways" part="ways" open={model.choice.value.problem !== null}>
      <summary class="quiet">{messages.another}</summary>
      {ways}
    </details>
  ) : (
    ways
  )
}

/** Nothing is visible of a text that is too short for an IBAN (`maskIban` of the protocol, in fewer bytes). */
const maskedText = (iban: string) => iban.replace(/^(.{4}).{4,}(.{4})$|.+/s, '$1 •••• $2')

/** The field that the chosen option asks for. */
function Field(props: ChoiceProps & { readonly option: Option }) {
  return (
    <div class="field">
      {fieldOf(props.option) === 'bank' ? <BankField {...props} /> : <EmailField {...props} />}
    </div>
  )
}

function EmailField({ messages, choice: model, onSubmit }: FieldProps) {
  const { email, problem } = model.choice.value
  return (
    <>
      <label for="field">{messages.email}</label>
      <input
        id="field"
        part="input"
        type="email"
        autocomplete="email"
        autocapitalize="off"
        spellcheck={false}
        dir="ltr"
        aria-describedby="note"
        aria-invalid={problem !== null}
        value={email}
        onInput={({ currentTarget }) => model.choose({ email: currentTarget.value })}
        onBlur={() => model.reportProblem()}
        onKeyDown={({ key, isComposing }: KeyboardEvent) => key === 'Enter' && !isComposing && onSubmit()}
      />
      <Note messages={messages} problem={problem} text={messages.orThere} />
    </>
  )
}
