// `payin-checkout alerts`
import { Command, Option } from 'commander'
import type { AlertsOptions, SettleOptions } from '../alerts/run-alerts.ts'
import type { MakeCommand } from '../command.ts'

const helpText = `
Alerts asks the back office of your running server. Its token comes from BACKOFFICE_TOKEN, never from an argument:
  BACKOFFICE_TOKEN=… npx payin-checkout alerts --url http://127.0.0.1:4001
  BACKOFFICE_TOKEN=… npx payin-checkout alerts settle 17 --url http://127.0.0.1:4001 --as refunded --by mara@shop.example
Exit code: 0 no open alerts, 1 there are open alerts, 2 the server cannot be asked.`

const settleHelpText = `
accepted: the order is marked as paid and fulfilled. refunded: you have given the money back, and the order can be paid again.
noted: only the alert is closed, when it has no money to settle. Settling does not move money: give it back at the service first.
Exit code: 0 it is settled, 2 it is not; the message says what to do first.`

export const alertsCommand: MakeCommand = (terminal, end) => {
  const alerts = new Command('alerts')
    .description('list what a person must look at, and settle it')
    .option('--url <address>', 'the address of your server (PUBLIC_URL, or http://localhost:4000)')
    .option('--json', 'print JSON')
    .helpCommand(false)
    .addHelpText('after', helpText)
    .action(async (options: AlertsOptions) => {
      const { listAlerts } = await import('../alerts/run-alerts.ts')
      end(await listAlerts(options, terminal))
    })
  const settle = new Command('settle')
    .description('say what became of the money, and close the alert')
    .argument('<id>', 'the number of the alert')
    .addOption(
      new Option('--as <what>', 'what became of the money')
        .choices(['accepted', 'refunded', 'noted'])
        .makeOptionMandatory(),
    )
    .requiredOption('--by <who>', 'who settles: a name or an e-mail address')
    .option('--note <text>', 'for whoever reads it later')
    .addHelpText('after', settleHelpText)
    .action(async (id: string, _options: unknown, command: Command) => {
      const { settleAlert } = await import('../alerts/run-alerts.ts')
      await settleAlert(id, command.optsWithGlobals<SettleOptions>(), terminal)
    })
  return alerts.addCommand(settle)
}
