// `payin-checkout reconcile`
import { Command } from 'commander'
import type { MakeCommand } from '../command.ts'
import type { ReconcileOptions } from '../reconcile/run-reconcile.ts'

const helpText = `
Reconcile only reads. It reads the service with PAYMENTS_BASE_URL and PAYMENTS_API_KEY, and your server's database with
DATABASE_URL or DATA_DIR. Set these variables as your server has them. A server with its own storage gives its payments
as a file: docs/reconcile.md. The service's lists have no dates, so all their pages are read, slowly. With --known-only,
only your own payments are read, one by one.

A difference is checked again until --timeout is over. Only differences that remain are reported.

Exit code: 0 no differences, 1 there are differences, 2 the payments could not be compared.`

export const reconcileCommand: MakeCommand = (terminal, end) =>
  new Command('reconcile')
    .description('compare your payments with the payments at the service')
    .option('--since <when>', 'compare payments since: 24h, 7d, or a date such as 2026-01-31', '24h')
    .option('--sessions <file>', 'your payments as a JSON file instead of a database; - for standard input')
    .option('--references <pattern>', 'look only for payments whose reference matches, such as "A-*"')
    .option('--known-only', 'do not look for payments that your server does not know')
    .option(
      '--complete-on <status>',
      'the status that your server counts as paid (COMPLETE_ON, or COMPLETED)',
    )
    .option('--timeout <time>', 'how long to wait for a difference to disappear (1min; with --sessions 0s)')
    .option('--calls-per-second <number>', 'the most calls to the service per second', '5')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', helpText)
    .action(async (options: ReconcileOptions) => {
      const { runReconcile } = await import('../reconcile/run-reconcile.ts')
      end(await runReconcile(options, terminal))
    })
