// The view that each page of a flow gets: its object's facts, and what the visitor has chosen.
import type { Money } from '../service/intents.ts'
import type { Texts } from './texts/texts.ts'
import type { Visit } from './visits.ts'

/** The facts of an object that every page shows. */
type Facts = {
  amount: Money
  reference?: string | undefined
  /** ISO time; without it there is no countdown. */
  expiresAt?: string | undefined
}

/** What a flow knows of its object. */
export type FactsOf = Facts & {
  /** Default: "The merchant". */
  payee?: string | undefined
  /** From the merchant. The visitor's own choice has precedence. */
  preferred?: { language?: string; country?: string } | undefined
}

export type View = Facts & {
  /** The merchant's host, or a name. */
  payee: string
  visit: Visit
  /** The path of the flow, such as "/pay/…". All steps are below it. */
  path: string
  language: string
  texts: Texts
  /** ISO 3166-1, or "" when unknown. */
  country: string
  /** The sandbox's time in ms. */
  now: number
}
