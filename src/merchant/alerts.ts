// Alerts: what a person must look at. Each is one row in the table `alerts`, is raised once, and stays when it is settled: the
// table says who has settled what. What settling does to a payment is decided in order/rules/settled.ts.
import type { AlertKind } from '../protocol/alert.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings/settings.ts'
import type { Queries } from './store/db.ts'

export { type AlertKind, alertKinds } from '../protocol/alert.ts'

/** What a person does about each kind of alert. */
export const whatToDo = {
  amount_differs:
    'A payment has another amount than its order. When the money has come, deliver and settle as accepted, or give it back and settle as refunded.',
  disputed:
    'The payer disputes a payment, and nobody can pay the order meanwhile. Answer the dispute at the service. Settle as accepted when the money stays with you, as refunded when it was taken back.',
  final_changed:
    'The service contradicts a final status. Ask the service what is true. If money that had paid the order was given back, settle as refunded, else as noted.',
  hosted_page_refused:
    'The service sends shoppers to an address that HOSTED_PAGE_ORIGINS does not allow. Check the setting, then settle as noted.',
  late_complete:
    'Money came after the payment had ended, and it counts. Check the order, then settle as noted.',
  late_promise: 'Money was promised after the payment had ended. Check the order, then settle as noted.',
  not_fulfilled:
    'A paid order is not fulfilled: the detail says why, or fulfil fails, as the log shows. Repair it: it is tried again. Then settle as noted. Or give the money back and settle as refunded.',
  order_unknown:
    'Money came for an order that is gone. Give it back and settle as refunded, or put the order back and settle as accepted.',
  paid_twice:
    'A second payment of a paid order came. Give it back and settle as refunded. Or give the other one back, mark the order as unpaid, and settle as accepted.',
  payment_missing:
    'The service does not know an open payout, a promised payment, or one of another API key. Ask it. Settle as accepted when the money has moved, as refunded when it will not. Once it is known again, the server closes this.',
  payment_overdue:
    'The service promised a payment a week ago and has not ended it, or says a status that is not known; its order stays as it is. Ask the service, then settle as noted.',
  rows_lost:
    'The database has lost rows. Payins and payouts are found again by the server itself. Look at the service for bank transfers and on-ramps, then settle as noted.',
  second_payment:
    'There is another payment than the known one. Give its money back, or cancel it where it can still be paid, then settle as noted.',
  set_paid_fails:
    'Money came, and a function of the shop fails when it is stored; the detail names it. Repair it: then the payment is stored, and this alert is closed, by the server itself. Or give the money back and settle as refunded.',
  unknown_payment:
    'The service has a payment of this shop that no order has. Look at it there, then settle as noted.',
  webhook_given_up:
    'A webhook could not be processed. Look at the payment at the service, then settle as noted.',
} as const satisfies Readonly<Record<AlertKind, string>>

/**
 * The alerts that are not about the money of their session, but about another payment or about the server. The others are
 * settled together with that money.
 */
export const notAboutMoney = [
  'hosted_page_refused',
  'not_fulfilled',
  'rows_lost',
  'second_payment',
  'unknown_payment',
  'webhook_given_up',
] as const satisfies readonly AlertKind[]

/** Whether an alert is about the money of its session. */
export const isAboutMoney = (kind: AlertKind): boolean =>
  !(notAboutMoney as readonly AlertKind[]).includes(kind)

/** What an alert is about. */
export interface AlertSubject {
  /** The id of the session's row; `null` when there is none. */
  readonly session: string | null
  /** The order's id or the payout's reference, when there is no session with it. */
  readonly subject?: string | null
}

/** A new alert. */
export interface RaisedAlert {
  readonly kind: AlertKind
  /** Its number, by which a person settles it. */
  readonly number: number
  readonly session: string | null
  /** The order's id or the payout's reference, as far as it is known. */
  readonly order: string | null
}

/** What may happen to one session again, when a person has settled the alert about the first time. */
const recurring: readonly AlertKind[] = ['disputed', 'final_changed', 'not_fulfilled', 'payment_missing']

/**
 * Raises an alert. The same alert is stored once; one that may recur is stored again after it was settled.
 * @returns `null` when it is not new
 */
export async function raise(
  queries: Queries,
  kind: AlertKind,
  { session, subject = null }: AlertSubject,
  detail: string,
  at: Date,
): Promise<RaisedAlert | null> {
  const [row] = await queries.query<Pick<RaisedAlert, 'number' | 'order'>>(
    `insert into payin_checkout.alerts as a (kind, session, subject, detail, created_at)
     select $1::text, $2::uuid, $3::text, $4::text || case n when 0 then '' else ', once more (' || n || ')' end, $5::timestamptz
     from (select count(*) as n from payin_checkout.alerts
       where $6::boolean and kind = $1 and session = $2 and starts_with(detail, $4) and settled_at is not null) settled
     on conflict do nothing
     returning id as number,
       coalesce(subject, (select order_id from payin_checkout.sessions s where s.id = a.session)) as "order"`,
    [kind, session, subject, detail, at, recurring.includes(kind)],
  )
  return row ? { kind, session, ...row } : null
}

/**
 * Settles open alerts that are about nothing any more.
 * @param which a condition on the alerts `a`; `$2` is the session, if it is about one
 */
const withdraw = async (queries: Queries, at: Date, which: string, ...session: string[]): Promise<void> => {
  await queries.query(
    `update payin_checkout.alerts a set settled_as = 'noted', settled_by = 'the server', settled_at = $1
     where settled_at is null and ${which}`,
    [at, ...session],
  )
}

/** The money of this session was stored. */
export const withdrawRefused = (queries: Queries, session: string, at: Date): Promise<void> =>
  withdraw(queries, at, `session = $2 and kind = 'set_paid_fails'`, session)

/** The service has answered about missing payments again, for example under the right API key. */
export const withdrawFound = (queries: Queries, at: Date): Promise<void> =>
  withdraw(
    queries,
    at,
    `kind = 'payment_missing' and exists (select from payin_checkout.sessions s
       where s.id = a.session and s.fetch_started_at >= a.created_at)`,
  )

/** Logs that an alert was raised, without its detail: the detail may quote the service, so it is only in the table. */
export function logAlert(log: Log, { kind, number, session, order }: RaisedAlert): void {
  log('alert', { kind, alert: number, session, order, message: `Alert ${number}: ${whatToDo[kind]}` })
}

/** What `alertPerson` works with. */
export interface AlertParts {
  readonly db: Queries
  readonly log: Log
  readonly now: () => number
}

/** Raises an alert outside of a transaction, and logs it when it is new. */
export async function alertPerson(
  { db, log, now }: AlertParts,
  kind: AlertKind,
  about: AlertSubject,
  detail: string,
): Promise<void> {
  const raised = await raise(db, kind, about, detail, new Date(now()))
  if (raised) logAlert(log, raised)
}

/**
 * Where a person sees and settles alerts (routes/backoffice-page.ts), as a log line may show it: whole links are removed there
 * (scrub.ts).
 * @param alert its number
 */
export function backofficePage(publicUrl: string, alert?: string | number | null): string {
  const address = publicUrl.replace(/^https?:\/\//, '').replace(/\/$/, '')
  return `${address}/backoffice${alert ? `?alert=${alert}` : ''}`
}

type Place = Pick<Settings, 'publicUrl' | 'backofficeToken' | 'names'>

/** Adds to the line of each alert how a person settles it, from this line alone. Without a token there is no page. */
export const withSettling =
  (log: Log, { publicUrl, backofficeToken, names }: Place): Log =>
  (event, fields) => {
    if (event !== 'alert') return log(event, fields)
    const page = backofficePage(publicUrl, fields?.alert)
    const how =
      backofficeToken === null
        ? `To see and settle it, set ${names.nameOf('backofficeToken')} and open ${page}, or use merchant.alerts in your program.`
        : `See and settle it at ${page}, or at this path of the server itself if your proxy keeps it inside.`
    return log(event, { ...fields, message: `${fields?.message} ${how}` })
  }
