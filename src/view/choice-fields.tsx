// The choice of a way to pay: native radio buttons, and a field below the chosen one. Fields may stay empty.

import type { ReadonlySignal } from '@preact/signals'
import { Fragment, h, type TargetedInputEvent } from 'preact'
import { type Choice, fieldOf, noChoice, type Option } from '../checkout/choice.ts'
import type { Messages } from '../locales/messages.ts'
import { groupIban } from '../protocol/iban.ts'
import type { Bank } from '../protocol/lists.ts'
import { BankField } from './bank-field.tsx'
import { Icon } from './icons.tsx'
import { Note } from './note.tsx'
import { Button } from './panel.tsx'
import { withOwn } from './with-own.ts'

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
export type FieldProps = Omit<ChoiceProps, 'disabled' | 'isFolded'> & {
  /** Called with the field when it is in the page. */
  readonly onField: (field: HTMLElement | null) => void
}

/** The choice, or nothing if there is none. A single option has no radio button, but its field is shown. */
export function ChoiceFields(props: ChoiceProps) {
  const { choice: model, messages } = props
  const [options, chosen, choice] = [model.options.value, model.chosen.value, model.choice.value]
  const isChoice = options.length > 1
  if (!chosen || !(isChoice || fieldOf(chosen, choice))) return null
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
            {option === chosen && fieldOf(option, choice) && <Field {...props} option={option} />}
          </div>
        ))}
      </div>
    </fieldset>
  )
  return props.isFolded && isChoice ? (
    <details key="ways" part="ways" open={choice.problem !== null}>
      <summary class="quiet">{messages.another}</summary>
      {ways}
    </details>
  ) : (
    ways
  )
}

/** Nothing is visible of a text that is too short for an IBAN (`maskIban` of the protocol, in fewer bytes). */
const maskedText = (iban: string) => iban.replace(/^(.{4}).{4,}(.{4})$|.+/s, '$1 •••• $2')

type OptionProps = ChoiceProps & { readonly option: Option }

const Field = withOwn(() => ({ isWanted: false }), optionField)

function optionField({ option, ...props }: OptionProps, own: { isWanted: boolean }) {
  const { messages, choice: model } = props
  const choice = model.choice.value
  const field = fieldOf(option, choice)
  // The pressed button disappears with the old field. So the new field gets the focus once it is in the page.
  function onField(input: HTMLElement | null): void {
    if (!input || !own.isWanted) return
    own.isWanted = false
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
            own.isWanted = true
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
    // Set the value now. A later render would move the caret to the end.
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
