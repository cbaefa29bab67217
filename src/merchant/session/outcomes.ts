// What each outcome says of the money. A new outcome is asked for here, and whoever decides by one asks this table.
import type { Outcome } from '../../server/index.ts'

const says: Readonly<Record<Outcome, 'nothing' | 'promise' | 'money' | 'end'>> = {
  open: 'nothing',
  authorized: 'promise',
  complete: 'money',
  failed: 'end',
  expired: 'end',
}

/** Over without money. It may still come: the service can change its mind, and a webhook can be lost. */
export const isEnded = (outcome: Outcome): boolean => says[outcome] === 'end'

/** The money is promised or here: nobody may pay the order again. */
export const holdsMoney = (outcome: Outcome): boolean =>
  says[outcome] === 'promise' || says[outcome] === 'money'
