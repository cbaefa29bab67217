// What was found, for a person and for a program.
import type { Money } from '../../server/index.ts'
import { nameOfKind } from '../kind-names.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'
import type { Difference, DifferenceKind, Side } from './compare.ts'

export interface Result {
  readonly since: Date
  /** How many payments were compared with what the service says. */
  readonly compared: number
  /** How many that the service lists were looked for here; `null`: none were. */
  readonly listed: number | null
  /** How many are open and have no name at the service: their press was not answered, or is under way. */
  readonly unnamed: number
  readonly differences: readonly Difference[]
}

export const jsonOf = ({ since, ...result }: Result): string =>
  JSON.stringify({ since: since.toISOString(), ...result })

export function linesOf(result: Result, { red, dim, green }: Terminal['colours']): string[] {
  const { differences } = result
  const lines = differences.toSorted(bySeverity).flatMap((each) => [red(headOf(each)), `  ${remedyOf(each)}`])
  const end =
    differences.length === 0
      ? green('Nothing differs.')
      : red(differences.length === 1 ? '1 difference.' : `${differences.length} differences.`)
  return [...lines, ...(areAllUnknown(result) ? [otherAccount] : []), dim(scopeOf(result)), end]
}

/** What may cost money first. */
const bySeverity = (a: Difference, b: Difference) =>
  severityOrder.indexOf(a.what) - severityOrder.indexOf(b.what)
const severityOrder: readonly DifferenceKind[] = [
  'money_not_known',
  'unknown_here',
  'money_not_there',
  'shared',
  'amount',
  'not_fulfilled',
  'dispute_not_known',
  'unknown_there',
  'outcome',
]

const otherAccount =
  'The service knows none of your payments: PAYMENTS_BASE_URL and PAYMENTS_API_KEY may be those of another account.'

const areAllUnknown = ({ compared, differences }: Result): boolean =>
  compared > 0 && differences.filter(({ what }) => what === 'unknown_there').length === compared

function scopeOf({ since, compared, listed, unnamed }: Result): string {
  const listedText =
    listed === null
      ? 'payments that your server does not know were not looked for'
      : `${listed} of the service were looked for here; bank transfers and on-ramps cannot be listed`
  const waiting = unnamed > 0 ? `; ${unnamed} have no name at the service yet` : ''
  return `Since ${since.toISOString()}: ${compared} of your payments were compared${waiting}; ${listedText}.`
}

function headOf({ what, kind, reference, serviceId, here, there }: Difference): string {
  const name = [reference, `${nameOfKind[kind]} ${serviceId ?? 'without a name'}`]
    .filter((part) => part !== null)
    .map((part) => printable(part))
    .join(', ')
  return `${name}: ${summaries[what]} (${sideOf('service', there)}, ${sideOf('your server', here)})`
}

const sideOf = (who: string, side: Side | null): string =>
  `${who}: ${side === null ? 'nothing' : [side.status, moneyOf(side.amount)].filter(Boolean).map(String).map(printable).join(' ')}`

const moneyOf = (amount: Money | null) => amount && `${amount.value} ${amount.currency}`

const summaries: Readonly<Record<DifferenceKind, string>> = {
  money_not_known: 'money was promised or has arrived, and your server does not know',
  money_not_there: 'your server counts on money that the service does not have',
  outcome: 'the service and your server are not equally far',
  dispute_not_known: 'the payer disputes it, and your server does not know',
  amount: 'the amounts differ',
  unknown_there: 'the service knows no such payment',
  unknown_here: 'your server knows no such payment',
  shared: 'several of your sessions are about this one payment',
  not_fulfilled: 'it is paid, and your shop’s own functions have not taken it',
}

function remedyOf({ what, answerLost, doubt, attempts }: Difference): string {
  if (what === 'money_not_known' && doubt !== undefined)
    return `Your server doubts that this money is the order’s: ${printable(doubt)} Look at its alerts, and decide.`
  if (what === 'unknown_here' && answerLost)
    return 'The service never answered when your server made it. A press of the same order, or the next look of your server, finds it; until then nothing follows it.'
  if (what === 'not_fulfilled' && attempts !== undefined)
    return `It was tried ${attempts === 1 ? 'once' : `${attempts} times`}. Your server’s log says why \`fulfil\` fails.`
  return remedies[what]
}

const remedies: Readonly<Record<DifferenceKind, string>> = {
  money_not_known:
    'Do webhooks arrive, and does your server run? It also asks by itself. If this stays, its log and its alerts say why.',
  money_not_there: 'Stop the parcel if you can, and ask the service. Was the order marked paid by hand?',
  outcome: 'Do webhooks arrive, and does your server run? It also asks by itself.',
  dispute_not_known: 'Answer the dispute at the service in time. Do webhooks arrive?',
  amount: 'Compare what was ordered with what was paid before anything is shipped.',
  unknown_there: 'Was it made with another key, or at another address of the service?',
  unknown_here:
    'Who made it? Another shop with the same key is left out by --references. Otherwise a payer may pay, and nobody would know.',
  shared: 'One payment must not pay two orders. Find out which order it belongs to.',
  not_fulfilled: 'Look into your server’s log.',
}
