// `payin-checkout sandbox`
import { Command } from 'commander'
import { joined, type MakeCommand } from '../command.ts'
import { type SandboxOptions, sandboxOptions } from '../sandbox/options.ts'

const helpText = `
Each option can also be set in the environment: SANDBOX_PORT, HOST, SANDBOX_ALLOW_HOST, SANDBOX_API_KEY, SANDBOX_KEYS,
SANDBOX_WEBHOOK_SECRET, SANDBOX_FORWARD_TO, SANDBOX_STATE_FILE, SANDBOX_RATE_LIMIT, SANDBOX_SEED. Ctrl-C ends the sandbox.`

export const sandboxCommand: MakeCommand = (terminal, end) => {
  const command = new Command('sandbox').description('start a sandbox of the payment service on this machine')
  for (const [setting, [flags, help]] of Object.entries(sandboxOptions)) {
    if (setting === 'allowHost') command.option(flags, help, joined)
    else command.option(flags, help)
  }
  return command
    .option('--json', 'print the addresses as one line of JSON')
    .addHelpText('after', helpText)
    .action(async (options: SandboxOptions) => {
      // Imported here, because the sandbox would slow down the help of the other commands.
      const { runSandbox } = await import('../sandbox/run-sandbox.ts')
      end(await runSandbox(options, terminal))
    })
}
