// `payin-checkout listen`
import { Command, Option } from 'commander'
import type { MakeCommand } from '../command.ts'
import type { ListenOptions } from '../listen/run-listen.ts'
import { keyOption, urlOption } from '../sandbox-client/address.ts'

const helpText = `
Prints one line for each call of your server after its answer, and one for each attempt to deliver a webhook after its end.
With --json it prints one object per line, also at the start of a call or an attempt: type, id, and all fields in data.
It reconnects when the sandbox restarts. Ctrl-C ends it.`

export const listenCommand: MakeCommand = (terminal) =>
  new Command('listen')
    .description('follow the calls and webhooks of a running sandbox')
    .option(...urlOption)
    .option(...keyOption)
    .addOption(new Option('--only <what>', 'only calls or only webhooks').choices(['calls', 'webhooks']))
    .option('--from-start', 'also show earlier events')
    .option('--json', 'print JSON, one object per line')
    .addHelpText('after', helpText)
    .action(async (options: ListenOptions) => {
      const { runListen } = await import('../listen/run-listen.ts')
      await runListen(options, terminal)
    })
