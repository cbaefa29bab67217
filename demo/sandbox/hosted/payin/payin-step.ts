// The data of a page about a payin.
import type { Payin } from '../../service/payins.ts'
import type { Texts } from '../texts/texts.ts'
import type { Visit } from '../visits.ts'

/** A payin with everything that a page about it needs. */
export type PayinStep = {
  payin: Payin
  visit: Visit
  /** "/pay/…". All steps are below it. */
  path: string
  language: string
  texts: Texts
  /** ISO 3166-1, or "" when unknown. */
  country: string
  /** The merchant's host. */
  payee: string
  /** The sandbox's time in ms. */
  now: number
}
