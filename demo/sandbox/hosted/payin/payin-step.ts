// What a page about a payin needs to know.
import type { Payin } from '../../service/payins.ts'
import type { Texts } from '../texts/texts.ts'
import type { Visit } from '../visits.ts'

/** A payin in the payer's hand, with everything that a page about it needs. */
export type PayinStep = {
  payin: Payin
  visit: Visit
  /** "/pay/…": all steps are below it. */
  path: string
  language: string
  texts: Texts
  /** ISO 3166-1, or "" when nobody said. */
  country: string
  /** The merchant's host. */
  payee: string
  /** The sandbox's time in ms. */
  now: number
}
