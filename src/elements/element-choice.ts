// The choice of one element: what is offered, what the shopper chose, and what is wrong with it.
import {
  type Choice,
  chosenOf,
  noChoice,
  type Option,
  optionsOf,
  paymentOf,
  problemOf,
} from '../checkout/choice.ts'
import type { Sentences } from '../locales/sentences.ts'
import type { Ports } from '../platform/ports.ts'
import type { Account } from '../protocol/lists.ts'
import { isMethod, type Payment } from '../protocol/method.ts'
import type { ChoiceProps } from '../view/choice-fields.tsx'

/** What the choice needs of its element. */
export interface ChoiceHost {
  readonly ports: Ports
  readonly endpoint: string
  /** The attribute, read at the moment of need; empty where a press would create no payin. */
  readonly methods: () => string
  readonly update: () => void
  readonly focusField: () => void
  readonly submit: () => void
}

export interface ElementChoice {
  /** `payment` of a create; nothing where the hosted page asks. */
  readonly payment: Payment | undefined
  /** What the screen shows and asks. */
  props(say: Sentences): Omit<ChoiceProps, 'disabled'>
  /** Tells whether something is wrong with the chosen field, and says so to the shopper. */
  hasProblem(): boolean
}

/** Makes the choice of an element at an endpoint. Saved accounts are asked for once a bank account is offered. */
export function createElementChoice(host: ChoiceHost): ElementChoice {
  const { ports, endpoint, update } = host
  let choice = noChoice
  let accounts: readonly Account[] | undefined

  function options(): readonly Option[] {
    const words = new Set(host.methods().split(/\s+/))
    const methods = [...words].filter(isMethod).filter(ports.canPay)
    if (methods.includes('bank_account') && !accounts) {
      accounts = []
      ports.instruments(endpoint).then((saved) => {
        accounts = saved
        update()
      })
    }
    return optionsOf(methods, accounts ?? [])
  }

  function choose(change: Partial<Choice>): void {
    choice = { ...choice, problem: null, ...change }
    update()
  }

  function hasProblem(): boolean {
    const option = chosenOf(options(), choice)
    const problem = option ? problemOf(option, choice) : null
    if (problem !== choice.problem) choose({ problem })
    return problem !== null
  }

  return {
    get payment() {
      const option = chosenOf(options(), choice)
      return option && paymentOf(option, choice)
    },
    props(say) {
      const { banks, isComplete, load } = ports.banks(endpoint)
      const offered = options()
      const option = chosenOf(offered, choice)
      // What was wrong with a field says nothing of another one, which the page put in its place.
      const isOfField = option !== undefined && problemOf(option, choice) === choice.problem
      return {
        say,
        options: offered,
        choice: isOfField ? choice : { ...choice, problem: null },
        banks,
        banksComplete: isComplete,
        loadBanks: () => load(update),
        choose,
        focusField: host.focusField,
        onLeave: hasProblem,
        onSubmit: host.submit,
      }
    },
    hasProblem,
  }
}
