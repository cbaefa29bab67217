// The result of `reconcile` as lines for a person and as JSON for a program.
import type { Money } from '../../server/index.ts'
import { nameOfKind } from '../kind-names.ts'
import type { Terminal } from '../terminal.ts'
import { type Difference, differenceKinds, type Side } from './compare.ts'

export interface Result {
  readonly since: Date
  /** How many payments were compared with what the service says. */
  readonly compared: number
  /** How many payments of the service were searched for here; `null` with `--known-only`. */
  readonly listed: number | null
  /** How many sessions are open without an id at the service: the create request is in flight or got no answer. */
  readonly unnamed: number
  readonly differences: readonly Difference[]
}

export const asData = ({ since, ...result }: Result) => ({ since: since.toISOString(), ...result })

export function linesOf(result: Result, { red, dim, green }: Terminal['colours']): string[] {
  const { differences } = result
  const lines = differences.toSorted(bySeverity).flatMap((each) => [red(headOf(each)), `  ${remedyOf(each)}`])
  const end =
    differences.length === 0
      ? green('No differences.')
      : red(differences.length === 1 ? '1 difference.' : `${differences.length} differences.`)
  return [...lines, ...(areAllUnknown(result) ? [otherAccount] : []), dim(scopeOf(result)), end]
}

const bySeverity = (a: Difference, b: Difference) => severity.indexOf(a.what) - severity.indexOf(b.what)
const severity = Object.keys(differenceKinds)

const otherAccount =
  'The service knows none of your payments: PAYMENTS_BASE_URL and PAYMENTS_API_KEY may belong to another account.'

const areAllUnknown = ({ compared, differences }: Result): boolean =>
  compared > 0 && differences.filter(({ what }) => what === 'unknown_there').length === compared

function scopeOf({ since, compared, listed, unnamed }: Result): string {
  const listedText =
    listed === null
      ? 'payments unknown to your server were not searched for'
      : `${listed} ${listed === 1 ? 'payment of the service was' : 'payments of the service were'} searched for here; bank transfers and on-ramps cannot be listed`
  const waiting = unnamed > 0 ? `; ${unnamed} ${unnamed === 1 ? 'has' : 'have'} no id at the service yet` : ''
  const comparedText = `${compared} of your payments ${compared === 1 ? 'was' : 'were'} compared`
  return `Since ${since.toISOString()}: ${comparedText}${waiting}; ${listedText}.`
}

function headOf({ what, kind, reference, serviceId, here, there }: Difference): string {
  const name = `${reference === null ? '' : `${reference}, `}${nameOfKind[kind]} ${serviceId ?? 'without an id'}`
  return `${name}: ${differenceKinds[what].says} (${sideOf('service', there)}, ${sideOf('your server', here)})`
}

const sideOf = (who: string, side: Side | null): string =>
  `${who}: ${side === null ? 'nothing' : [side.status, moneyOf(side.amount)].filter(Boolean).map(String).join(' ')}`

const moneyOf = (amount: Money | null) => amount && `${amount.value} ${amount.currency}`

function remedyOf({ what, answerLost, review, attempts }: Difference): string {
  if (review !== undefined && (what === 'money_not_known' || what === 'outcome' || what === 'amount'))
    return 'A person must say what becomes of this money: look at its alert, and settle it.'
  if (what === 'unknown_here' && answerLost)
    return 'Your server created it and never got the answer. Another create request for the same order, or the server’s next sweep, finds it. Until then your server does not follow it.'
  if (what === 'not_fulfilled' && attempts !== undefined)
    return `Your server tried ${attempts === 1 ? 'once' : `${attempts} times`}. Read in its log why \`fulfil\` fails.`
  return differenceKinds[what].remedy
}
