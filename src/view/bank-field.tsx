// biome-ignore-all lint/a11y/useFocusableInteractive: in this pattern the focus stays in the field.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are pressed in the field.
// A bank from a searchable list, or an IBAN: an editable combobox (WAI-ARIA APG, "Editable Combobox With List
// Autocomplete"). The focus stays in the field. The list shows at most `maxRows` banks, the first of all of them as tiles:
// the shop's server lists those first that most shoppers use.

import { type Signal, signal } from '@preact/signals'
import { Fragment, h, type TargetedInputEvent, type TargetedKeyboardEvent } from 'preact'
import { bankNamed, findBanks } from '../checkout/find-banks.ts'
import { beginsIban, groupIban } from '../protocol/iban.ts'
import type { Bank } from '../protocol/lists.ts'
import type { FieldProps } from './choice-fields.tsx'
import { Icon } from './icons.tsx'
import { Note } from './note.tsx'
import { showInTopLayer } from './top-layer.ts'
import { withOwn } from './with-own.ts'

const maxRows = 50
const tiles = 5
/** Rows that stand for banks while the first of them load. */
const loadingRows = [1, 2, 3]

interface OpenList {
  /** The id of the bank that the arrow keys selected, or empty; `null` while the list is closed. */
  readonly active: Signal<string | null>
  /** The same function for all renders. A new one would close the list and open it again. */
  readonly onOpen: (list: HTMLElement | null) => (() => void) | undefined
}

export const BankField = withOwn((): OpenList => {
  const active = signal<string | null>(null)
  return {
    active,
    onOpen(list) {
      const field = list?.parentElement
      return list && field ? showInTopLayer(list, field, () => (active.value = null)) : undefined
    },
  }
}, bankField)

function bankField({ messages, choice: model, onSubmit }: FieldProps, { active, onOpen }: OpenList) {
  const { bank: text, bankId, problem } = model.choice.value
  const { banks, isComplete } = model.banks.value
  // The name of a chosen bank is no search text. If the list is opened again, it shows all banks.
  const searched = bankId ? '' : text
  const isIban = beginsIban(searched)
  const found = findBanks(banks, searched)
  const rows = found.slice(0, maxRows)
  const isEmpty = rows.length === 0 && !isIban
  const isOpen = active.value !== null && (rows.length > 0 || (isEmpty && !isComplete))
  const at = rows.findIndex(({ id }) => id === active.value)

  function choose({ id, name }: Bank): void {
    active.value = null
    model.choose({ bank: name, bankId: id })
  }

  function typed({ currentTarget: target }: TargetedInputEvent<HTMLInputElement>): void {
    active.value = ''
    if (beginsIban(target.value)) {
      const { text, caret } = groupIban(target.value, target.selectionStart ?? 0)
      // Set the value now. A later render would move the caret to the end.
      target.value = text
      target.setSelectionRange(caret, caret)
    }
    model.choose({ bank: target.value, bankId: null })
  }

  /** Chooses a bank whose full name was typed, and closes the list. */
  function leave(): void {
    active.value = null
    const named = bankNamed(banks, text)
    if (named && !bankId) choose(named)
    model.reportProblem()
  }

  function pressed(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const places = rows.length + 1
    if (event.isComposing) return
    if (step) {
      // Wraps around. Position -1 is the field itself.
      active.value = rows[((at + 1 + step + places) % places) - 1]?.id ?? ''
    } else if (key === 'Enter') {
      if (rows[at]) choose(rows[at])
      else {
        leave()
        onSubmit()
      }
    } else if (key === 'Escape' && active.value !== null) active.value = null
    else return
    event.preventDefault()
  }

  const more = isOpen && found.length > maxRows ? messages.moreBanks : messages.orThere
  // An endpoint without a list of banks must not report that the typed bank was not found.
  const none = !isComplete ? messages.banksLoading : banks.length > 0 ? messages.noBank : messages.orThere
  return (
    <>
      <label for="field">{messages.bank}</label>
      <div class="combobox">
        {bankId ? (
          <Mark {...banks.find(({ id }) => id === bankId)} />
        ) : (
          <Icon name={isIban ? 'bank_account' : 'search'} />
        )}
        <input
          id="field"
          part="input"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls="banks"
          aria-activedescendant={rows[at] && `bank-${at}`}
          aria-describedby="note"
          aria-invalid={problem !== null}
          autocomplete="off"
          spellcheck={false}
          placeholder={messages.search}
          value={text}
          onFocus={model.loadBanks}
          onClick={() => {
            active.value ??= ''
          }}
          onInput={typed}
          onKeyDown={pressed}
          onBlur={leave}
        />
        <div
          ref={isOpen ? onOpen : null}
          id="banks"
          role="listbox"
          aria-label={messages.bank}
          part="banks"
          tabindex={-1}
          hidden={!isOpen}
          aria-busy={isEmpty}
          onMouseDown={keepFocus}
        >
          {isOpen && isEmpty && loadingRows.map((row) => <div key={row} class="bone" />)}
          {isOpen &&
            rows.map((bank, place) => (
              <div
                key={bank.id}
                id={`bank-${place}`}
                role="option"
                part="bank"
                class={!searched && place < tiles ? 'tile' : undefined}
                aria-selected={place === at}
                ref={place === at ? intoView : null}
                onClick={() => choose(bank)}
              >
                <Mark {...bank} />
                <span dir="auto">{bank.name}</span>
              </div>
            ))}
        </div>
        {text ? (
          // Not a stop of the Tab key: whoever types removes the text with the keys of the field.
          <button
            type="button"
            class="clear"
            part="clear"
            tabindex={-1}
            aria-label={messages.clear}
            onMouseDown={keepFocus}
            onClick={({ currentTarget: { parentElement } }) => {
              model.choose({ bank: '', bankId: null })
              parentElement?.querySelector('input')?.focus()
            }}
          >
            <Icon name="clear" />
          </button>
        ) : (
          <Icon name="down" />
        )}
      </div>
      <Note messages={messages} problem={problem} text={active.value !== null && isEmpty ? none : more} />
    </>
  )
}

/** The logo of a bank. */
const Mark = ({ logo_url }: Partial<Bank>) =>
  logo_url ? (
    <img src={logo_url} alt="" loading="lazy" width="24" height="24" />
  ) : (
    <Icon name="bank_account" />
  )

/** On a press of the mouse the focus stays in the field, or its blur event would close the list before the click. */
const keepFocus = (event: Event) => event.preventDefault()

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })
