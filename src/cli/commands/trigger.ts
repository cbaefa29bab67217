// `payin-checkout trigger`
import { Command } from 'commander'
import type { MakeCommand } from '../command.ts'
import { keyOption, urlOption } from '../sandbox-client/address.ts'
import { triggerOptions } from '../trigger/options.ts'
import type { TriggerOptions } from '../trigger/run-trigger.ts'

const helpText = `
What there is:
  payin.completed, payin.failed, payout.failed, bank_transfer.authorized, on_ramp.completed, on_ramp.deposit.success …
                            an object to any state of its kind, in small letters; which object: --id, --reference,
                            --latest, or none of these where there is only one
  create payin              also payout, bank_transfer, on_ramp; takes --amount
  clock +24h                puts the sandbox's clock forward: 90s, 25 min, 1d, 1h30m
  webhook.replay <id>       a webhook once more, byte for byte; --latest for the newest
  fault cut --on createPayin --times 1
                            switches a fault on; fault.list, fault.clear, fault.clear 3
  reset, state              forgets everything; prints everything as JSON
  scenario <file.yaml>      a history of steps: docs/scenarios.md

A word that is none is answered with all words. SANDBOX_URL and SANDBOX_API_KEY are read from the environment.`

export const triggerCommand: MakeCommand = (terminal, end) => {
  const command = new Command('trigger')
    .description('make something happen at a running sandbox')
    .argument('[what]', 'what happens, such as payin.completed')
    .argument('[value...]', 'what belongs to it, such as +24h')
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
      // Only here: it loads the sandbox, which knows what there is.
      const { runTrigger } = await import('../trigger/run-trigger.ts')
      await runTrigger(what ?? '', value, options, terminal, end)
    })
}

/** `--on createPayin --on createPayout` is `--on createPayin,createPayout`. */
const joined = (value: string, before: string | undefined) =>
  before === undefined ? value : `${before},${value}`
