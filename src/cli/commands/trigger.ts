// `payin-checkout trigger`
import { Command } from 'commander'
import { joined, type MakeCommand } from '../command.ts'
import { keyOption, urlOption } from '../sandbox-client/address.ts'
import { triggerOptions } from '../trigger/action.ts'
import type { TriggerOptions } from '../trigger/run-trigger.ts'

const helpText = `
Actions:
  payin.completed, payin.failed, payout.failed, bank_transfer.authorized, on_ramp.completed, on_ramp.deposit.success …
                            moves an object to any state of its kind, in lower case. Choose the object by --id,
                            --reference or --latest; if there is only one, without any of them
  create payin              or payout, bank_transfer, on_ramp; needs --amount
  clock +24h                moves the sandbox's clock forward: 90s, 25 min, 1d, 1h30m
  webhook.replay <id>       sends a webhook again, byte for byte; --latest for the newest
  fault cut --on createPayin --times 1
                            adds a fault; fault.list, fault.clear, fault.clear 3
  reset, state              deletes everything; prints everything as JSON

An unknown action prints all actions. SANDBOX_URL and SANDBOX_API_KEY are read from the environment.`

export const triggerCommand: MakeCommand = (terminal) => {
  const command = new Command('trigger')
    .description('change the state of a running sandbox')
    .argument('[what]', 'the action, such as payin.completed')
    .argument('[value...]', 'its value, such as +24h')
    .option(...urlOption)
    .option(...keyOption)
    .option('--json', 'print the result as JSON')
  for (const [field, [flags, help]] of Object.entries(triggerOptions)) {
    if (field === 'on') command.option(flags, help, joined)
    else command.option(flags, help)
  }
  return command
    .addHelpText('after', helpText)
    .action(async (what: string | undefined, value: string[], options: TriggerOptions) => {
      // Imported here, because it loads the sandbox, which is slow.
      const { runTrigger } = await import('../trigger/run-trigger.ts')
      await runTrigger(what ?? '', value, options, terminal)
    })
}
