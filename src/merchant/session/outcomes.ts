// What each outcome means for the money. Code that decides about money uses this table, and the compiler asks for a new
// outcome here.
import type { Outcome } from '../../server/index.ts'

const moneyOf: Readonly<Record<Outcome, 'nothing' | 'promise' | 'money' | 'end'>> = {
  open: 'nothing',
  authorized: 'promise',
  complete: 'money',
  failed: 'end',
  expired: 'end',
}

/** Ended without money. Money may still come: the service can change its mind, and a webhook can be lost. */
export const isEnded = (outcome: Outcome): boolean => moneyOf[outcome] === 'end'

/** The money is authorized or paid: nobody may pay the order again. */
export const holdsMoney = (outcome: Outcome): boolean =>
  moneyOf[outcome] === 'promise' || moneyOf[outcome] === 'money'
