// How to pay: native radios, and below the chosen one its field. Everything but the method may stay empty.

import { Fragment, h, type TargetedInputEvent } from 'preact'
import { type Choice, chosenOf, fieldOf, noChoice, type Option } from '../checkout/choice.ts'
import type { Sentences } from '../locales/sentences.ts'
import { groupIban } from '../protocol/iban.ts'
import type { Bank } from '../protocol/lists.ts'
import { BankField } from './bank-field.tsx'
import { MethodIcon } from './icons.tsx'
import { Note } from './note.tsx'
import { Button } from './panel.tsx'

export interface ChoiceProps {
  readonly say: Sentences
  readonly options: readonly Option[]
  readonly choice: Choice
  readonly banks: readonly Bank[]
  readonly banksComplete: boolean
  readonly loadBanks: () => void
  readonly disabled: boolean
  readonly choose: (change: Partial<Choice>) => void
  /** Puts the focus into the field: the button that led to it is gone. */
  readonly focusField: () => void
  /** The field was left: what is wrong with it may be said. */
  readonly onLeave: () => void
  /** Enter in a field, as in any form. */
  readonly onSubmit: () => void
}

/** The choice, or nothing where there is none. One way to pay is none; what it asks for is asked all the same. */
export function ChoiceFields(props: ChoiceProps) {
  const { say, options, choice, choose } = props
  const chosen = chosenOf(options, choice)
  const isChoice = options.length > 1
  if (!chosen || !(isChoice || fieldOf(chosen, choice))) return null
  return (
    <fieldset part="choice" disabled={props.disabled}>
      {isChoice && <legend>{say.choose}</legend>}
      {options.map((option) => (
        <div key={option.id} class={isChoice ? 'option' : ''} part="option">
          {isChoice && (
            <label>
              <input
                type="radio"
                name="option"
                checked={option === chosen}
                onChange={() => choose({ ...noChoice, option: option.id })}
              />
              <MethodIcon method={option.method} />
              <span>
                {say.methods[option.method]} {option.account && <bdi>{maskedText(option.account)}</bdi>}
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

function Field(props: ChoiceProps & { readonly option: Option }) {
  const { say, option, choice, choose } = props
  const field = fieldOf(option, choice)
  return (
    <div class="field" key={String(field)}>
      {field === 'bank' ? (
        <BankField {...props} />
      ) : (
        <TextField {...props} field={field === 'iban' ? field : 'email'} />
      )}
      {field !== 'email' && (
        <Button
          look="link"
          onPress={() => {
            choose({ ...noChoice, option: choice.option, byIban: field === 'bank' })
            props.focusField()
          }}
        >
          {field === 'bank' ? say.useIban : say.useBank}
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
  say,
  choice,
  choose,
  field,
  onLeave,
  onSubmit,
}: ChoiceProps & { readonly field: 'iban' | 'email' }) {
  const isIban = field === 'iban'
  function typed({ currentTarget: target }: TargetedInputEvent<HTMLInputElement>): void {
    if (!isIban) return choose({ email: target.value })
    const { text, caret } = groupIban(target.value, target.selectionStart ?? 0)
    choose({ iban: text })
    target.setSelectionRange(caret, caret)
  }
  return (
    <>
      <label for="field">{say[field]}</label>
      <input
        id="field"
        part="input"
        {...typing[field]}
        spellcheck={false}
        dir="ltr"
        aria-describedby="note"
        aria-invalid={choice.problem !== null}
        value={choice[field]}
        onInput={typed}
        onBlur={onLeave}
        onKeyDown={({ key, isComposing }: KeyboardEvent) => key === 'Enter' && !isComposing && onSubmit()}
      />
      <Note say={say} problem={choice.problem} text={say.orThere} />
    </>
  )
}
