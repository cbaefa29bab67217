// biome-ignore-all lint/a11y/useFocusableInteractive: in this pattern the focus stays in the field.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are pressed in the field.
// The searchable list of banks: an editable combobox (WAI-ARIA APG, "Editable Combobox With List Autocomplete"). The
// focus stays in the field. The list shows at most `maxRows` banks.

import { type Signal, signal } from '@preact/signals'
import { Fragment, h, type TargetedKeyboardEvent } from 'preact'
import { bankNamed, findBanks } from '../checkout/find-banks.ts'
import type { Bank } from '../protocol/lists.ts'
import type { FieldProps } from './choice-fields.tsx'
import { Icon } from './icons.tsx'
import { Note } from './note.tsx'
import { showInTopLayer } from './top-layer.ts'
import { withOwn } from './with-own.ts'

const maxRows = 50

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
      const field = list?.previousElementSibling
      return list && field ? showInTopLayer(list, field, () => (active.value = null)) : undefined
    },
  }
}, bankField)

function bankField({ messages, choice: model, onField, onSubmit }: FieldProps, { active, onOpen }: OpenList) {
  const { bank: text, bankId, problem } = model.choice.value
  const { banks, isComplete } = model.banks.value
  // The name of a chosen bank is no search text. If the list is opened again, it shows all banks.
  const found = findBanks(banks, bankId ? '' : text)
  const rows = found.slice(0, maxRows)
  const isOpen = active.value !== null && rows.length > 0
  const at = rows.findIndex(({ id }) => id === active.value)

  function choose({ id, name }: Bank): void {
    active.value = null
    model.choose({ bank: name, bankId: id })
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
        <input
          ref={onField}
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
          value={text}
          onFocus={model.loadBanks}
          onClick={() => {
            active.value ??= ''
          }}
          onInput={({ currentTarget }) => {
            active.value = ''
            model.choose({ bank: currentTarget.value, bankId: null })
          }}
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
          // Keep the focus in the field, or its blur event would close the list before the click.
          onMouseDown={(event: Event) => event.preventDefault()}
        >
          {isOpen &&
            rows.map((bank, place) => (
              <div
                key={bank.id}
                id={`bank-${place}`}
                role="option"
                part="bank"
                aria-selected={place === at}
                ref={place === at ? intoView : null}
                onClick={() => choose(bank)}
              >
                {bank.logo_url ? (
                  <img src={bank.logo_url} alt="" loading="lazy" width="24" height="24" />
                ) : (
                  <Icon name="bank_account" />
                )}
                <span dir="auto">{bank.name}</span>
              </div>
            ))}
        </div>
      </div>
      <Note
        messages={messages}
        problem={problem}
        text={active.value !== null && rows.length === 0 ? none : more}
      />
    </>
  )
}

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })
