// `payin-checkout reconcile`
import { Command } from 'commander'
import type { MakeCommand } from '../command.ts'
import type { ReconcileOptions } from '../reconcile/run-reconcile.ts'

const helpText = `
Reads only, at the service and in your database. The service is read with PAYMENTS_BASE_URL and PAYMENTS_API_KEY of the
environment, your server's database by DATABASE_URL or DATA_DIR, as your server reads them. A server of your own gives its
payments as a file: docs/reconcile.md. The service's lists have no dates, so that all pages of them are read, slowly; with
--known-only each payment of yours is asked for by itself.

What differs is looked at again until --patience is over: only what still differs then is told.

Exit code: 0 nothing differs, 1 something does, 2 it could not be looked into.`

export const reconcileCommand: MakeCommand = (terminal, end) =>
  new Command('reconcile')
    .description('compare your payments with what the service says of them')
    .option('--since <when>', 'payments since then: 24h, 7d, or a date such as 2026-01-31', '24h')
    .option('--sessions <file>', 'your payments as JSON, in place of a database; - for standard input')
    .option('--references <pattern>', 'look only for payments whose reference fits, such as "A-*"')
    .option('--known-only', 'do not look for payments that your server does not know')
    .option('--complete-on <status>', 'what your server counts as paid (COMPLETE_ON, or COMPLETED)')
    .option('--patience <time>', 'for how long a difference may go away (1min; with --sessions 0s)')
    .option('--calls-per-second <number>', 'how often the service is asked at most', '5')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', helpText)
    .action(async (options: ReconcileOptions) => {
      const { runReconcile } = await import('../reconcile/run-reconcile.ts')
      end(await runReconcile(options, terminal))
    })
