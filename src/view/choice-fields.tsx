// How to pay: native radios, and below the chosen one its field. Everything but the method may stay empty.

import { type ReadonlySignal, useSignal } from '@preact/signals'
import { Fragment, h, type TargetedInputEvent } from 'preact'
import { type Choice, fieldOf, noChoice, type Option } from '../checkout/choice.ts'
import type { Messages } from '../locales/messages.ts'
import { groupIban } from '../protocol/iban.ts'
import type { Bank } from '../protocol/lists.ts'
import { BankField } from './bank-field.tsx'
import { MethodIcon } from './icons.tsx'
import { Note } from './note.tsx'
import { Button } from './panel.tsx'

/** What is offered and what was chosen. */
export interface ChoiceModel {
  readonly options: ReadonlySignal<readonly Option[]>
  readonly chosen: ReadonlySignal<Option | undefined>
  readonly choice: ReadonlySignal<Choice>
  readonly banks: ReadonlySignal<{ readonly banks: readonly Bank[]; readonly isComplete: boolean }>
  loadBanks(): void
  choose(change: Partial<Choice>): void
  /** Tells whether something is wrong with the chosen field, and says so to the shopper. */
  reportProblem(): boolean
}

export interface ChoiceProps {
  readonly choice: ChoiceModel
  readonly messages: Messages
  readonly disabled: boolean
  /** Enter in a field, as in any form. */
  readonly onSubmit: () => void
}

/** What a field below a method needs. */
export type FieldProps = Omit<ChoiceProps, 'disabled'> & {
  /** Hears of the field when it is in the page. */
  readonly onField: (field: HTMLElement | null) => void
}

/** The choice, or nothing where there is none. One way to pay is none; what it asks for is asked all the same. */
export function ChoiceFields(props: ChoiceProps) {
  const { choice: model, messages } = props
  const [options, chosen, choice] = [model.options.value, model.chosen.value, model.choice.value]
  const isChoice = options.length > 1
  if (!chosen || !(isChoice || fieldOf(chosen, choice))) return null
  return (
    <fieldset part="choice" disabled={props.disabled}>
      {isChoice && <legend>{messages.choose}</legend>}
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
              <MethodIcon method={option.method} />
              <span>
                {messages.methods[option.method]} {option.account && <bdi>{maskedText(option.account)}</bdi>}
              </span>
            </label>
          )}
          {option === chosen && fieldOf(option, choice) && <Field {...props} option={option} />}
        </div>
      ))}
    </fieldset>
  )
}

function maskedText(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
}

function Field({ option, ...props }: ChoiceProps & { readonly option: Option }) {
  const { messages, choice: model } = props
  const choice = model.choice.value
  const field = fieldOf(option, choice)
  // The button that led to the field goes with the one before: the focus is put into the new one once it is there.
  const isWanted = useSignal(false)
  function onField(input: HTMLElement | null): void {
    if (!input || !isWanted.peek()) return
    isWanted.value = false
    input.focus()
  }
  return (
    <div class="field" key={String(field)}>
      {field === 'bank' ? (
        <BankField {...props} onField={onField} />
      ) : (
        <TextField {...props} field={field === 'iban' ? field : 'email'} onField={onField} />
      )}
      {field !== 'email' && (
        <Button
          look="link"
          onPress={() => {
            isWanted.value = true
            model.choose({ ...noChoice, option: choice.option, byIban: field === 'bank' })
          }}
        >
          {field === 'bank' ? messages.useIban : messages.useBank}
        </Button>
      )}
    </div>
  )
}

const typing = {
  iban: { type: 'text', autocomplete: 'off', autocapitalize: 'characters' },
  email: { type: 'email', autocomplete: 'email', autocapitalize: 'off' },
} as const

function TextField({
  messages,
  choice: model,
  field,
  onField,
  onSubmit,
}: FieldProps & { readonly field: 'iban' | 'email' }) {
  const choice = model.choice.value
  function typed({ currentTarget: target }: TargetedInputEvent<HTMLInputElement>): void {
    if (field === 'email') return model.choose({ email: target.value })
    const { text, caret } = groupIban(target.value, target.selectionStart ?? 0)
    // At once: drawn later, the caret would stand at the end.
    target.value = text
    target.setSelectionRange(caret, caret)
    model.choose({ iban: text })
  }
  return (
    <>
      <label for="field">{messages[field]}</label>
      <input
        ref={onField}
        id="field"
        part="input"
        {...typing[field]}
        spellcheck={false}
        dir="ltr"
        aria-describedby="note"
        aria-invalid={choice.problem !== null}
        value={choice[field]}
        onInput={typed}
        onBlur={() => model.reportProblem()}
        onKeyDown={({ key, isComposing }: KeyboardEvent) => key === 'Enter' && !isComposing && onSubmit()}
      />
      <Note messages={messages} problem={choice.problem} text={messages.orThere} />
    </>
  )
}
