// Alerts as lines for a person.
import type { Colours } from '../terminal.ts'
import type { ShownAlert, ShownAlerts } from './backoffice.ts'

/** The open alerts with what to do, then the settled ones, one line each. */
export function linesOf({ content, open: count }: ShownAlerts, colours: Colours): string[] {
  const open = content.filter(({ settled }) => settled === null)
  const settled = content.filter((each) => each.settled !== null)
  const more = count > open.length ? ` These are the newest ${open.length}.` : ''
  const end = (count === 1 ? '1 open alert.' : `${count} open alerts.`) + more
  return [
    ...open.flatMap((alert) => linesOfOpen(alert, colours)),
    ...settled.map((alert) => colours.dim(headOf(alert) + endOf(alert))),
    count === 0 ? colours.green('No open alerts.') : colours.red(end),
  ]
}

/** One line for an alert that was settled just now. */
export const settledLine = (alert: ShownAlert, { green }: Colours): string =>
  green(headOf(alert) + endOf(alert))

function linesOfOpen(alert: ShownAlert, { red, dim }: Colours): string[] {
  const { id, detail, what_to_do, settle_as } = alert
  const ways = settle_as.join('|')
  return [
    red(headOf(alert)),
    `  what:   ${detail}`,
    `  do:     ${what_to_do}`,
    ...(ways === '' ? [] : [dim(`  settle: npx payin-checkout alerts settle ${id} --as ${ways} --by <who>`)]),
  ]
}

function headOf({ id, kind, subject, amount, created_at }: ShownAlert): string {
  const money = amount && `${amount.value} ${amount.currency}`
  const fields = [`#${id}`, kind, subject ?? 'no order', money, created_at]
  return fields.filter((field) => field !== null).join('  ')
}

function endOf({ settled }: ShownAlert): string {
  if (settled === null) return ''
  const note = settled.note === null ? '' : `: ${settled.note}`
  return `  ${settled.as} by ${settled.by}, ${settled.at}${note}`
}
