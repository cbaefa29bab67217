// The choice of one element as signals: the options, what the shopper chose, and what is wrong with it.
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Choice, chosenOf, noChoice, optionsOf, paymentOf, problemOf } from '../checkout/choice.ts'
import type { Ports, Stop } from '../platform/ports.ts'
import type { Account } from '../protocol/lists.ts'
import { isMethod, type Method, type Payment } from '../protocol/method.ts'
import type { ChoiceModel } from '../view/choice-fields.tsx'

/** What the choice needs from its element. */
export interface ChoiceHost {
  readonly ports: Ports
  readonly endpoint: string
  /** The attribute `methods`; empty if a press would not create a payin. */
  readonly methods: ReadonlySignal<string>
  /** The shopper chose another method, bank or saved account. Not called for what is typed. */
  readonly onChoice: (chosen: { readonly method: Method; readonly bank?: string }) => void
}

export interface ElementChoice extends ChoiceModel {
  /** `payment` of a create request; `undefined` if the hosted page asks. */
  readonly payment: Payment | undefined
  /** Loads the saved accounts when a bank account is among the options. */
  connect(): Stop
}

/** Within this time after the first render, nobody is about to press anything yet, so the layout may still shift. */
const safeToInsertMs = 500

/** Makes the choice of an element at an endpoint. */
export function createElementChoice({
  ports,
  endpoint,
  methods: words,
  onChoice,
}: ChoiceHost): ElementChoice {
  const made = signal(noChoice)
  const accounts = signal<readonly Account[]>([])
  let saved: readonly Account[] = []
  const arrived = signal({})
  const methods = computed(() =>
    [...new Set(words.value.split(/\s+/))].filter(isMethod).filter((method) => ports.canPay(method)),
  )
  const options = computed(() => optionsOf(methods.value, accounts.value))
  const chosen = computed(() => chosenOf(options.value, made.value))
  const asksForAccounts = computed(() => methods.value.includes('bank_account'))
  const problem = computed(() => (chosen.value ? problemOf(chosen.value, made.value) : null))

  function showSaved(): void {
    accounts.value = saved
  }

  /** The chosen option and the chosen bank, without what is typed. */
  const chosenIds = () => `${chosen.peek()?.id} ${made.peek().bankId}`

  function choose(change: Partial<Choice>): void {
    showSaved()
    const before = chosenIds()
    made.value = { ...made.peek(), problem: null, ...change }
    const option = chosen.peek()
    const { bankId } = made.peek()
    if (option && chosenIds() !== before) onChoice({ method: option.method, ...(bankId && { bank: bankId }) })
  }

  return {
    options,
    chosen,
    // The page may have replaced the field by another one, to which the stored problem does not apply.
    choice: computed(() =>
      problem.value === made.value.problem ? made.value : { ...made.value, problem: null },
    ),
    banks: computed(() => {
      arrived.value
      const { banks, isComplete } = ports.banks(endpoint)
      return { banks, isComplete }
    }),
    loadBanks() {
      const changed = () => {
        arrived.value = {}
      }
      showSaved()
      ports.banks(endpoint).load(changed)
      changed()
    },
    choose,
    reportProblem() {
      const found = problem.peek()
      if (found !== made.peek().problem) choose({ problem: found })
      return found !== null
    },
    get payment() {
      return chosen.value && paymentOf(chosen.value, made.value)
    },
    connect: () =>
      effect(() => {
        if (!asksForAccounts.value) return
        const { clock } = ports
        const askedAt = clock.now()
        ports.instruments(endpoint).then((found) => {
          saved = found
          // Later, they would move the pay button while the shopper presses it. They appear with the shopper's next input.
          if (clock.now() - askedAt < safeToInsertMs) showSaved()
        })
      }),
  }
}
