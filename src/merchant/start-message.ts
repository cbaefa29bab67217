// The first line after a start: what the server takes payments for, with which service and database, and how many alerts
// are open.
import { backofficePage } from './alerts.ts'
import type { Settings } from './settings/settings.ts'
import { type Queries, queryOne } from './store/db.ts'

interface Kept {
  readonly database: string
  readonly openAlerts: number
}

/** Reads what the line needs from the database. */
export const readKept = (queries: Queries): Promise<Kept> =>
  queryOne<Kept>(
    queries,
    `select current_database()::text as database,
       (select count(*)::int from payin_checkout.alerts where settled_at is null) as "openAlerts"`,
    [],
  )

/** An address as a log line may show it: whole links are removed there (scrub.ts). */
const shown = (address: string): string => address.replace(/^https?:\/\//, '')

type Parts = Pick<Settings, 'realMoney' | 'service' | 'publicUrl' | 'backofficeToken' | 'names'>

/** The line. @param isForTryingOut whether the database is the embedded one */
export function startMessage(
  { realMoney, service, publicUrl, backofficeToken, names }: Parts,
  { database, openAlerts }: Kept,
  isForTryingOut: boolean,
): string {
  const money =
    realMoney === null
      ? `Takes payments of the sandbox at ${shown(service.baseUrl)}, no real money`
      : `Takes real money (${realMoney}) through ${shown(service.baseUrl)}`
  const place = isForTryingOut
    ? 'an embedded database, for trials only'
    : `the Postgres database ${JSON.stringify(database)}`
  const open = openAlerts === 0 ? 'No alert is open.' : `Open alerts: ${openAlerts}.`
  const page = backofficePage(publicUrl)
  const see =
    backofficeToken === null
      ? `To see alerts, set ${names.nameOf('backofficeToken')} and open ${page}.`
      : `See alerts at ${page}.`
  return `${money}, for ${shown(publicUrl)}. Payments are kept in ${place}. ${open} ${see}`
}
