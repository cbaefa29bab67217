// `payin-checkout listen`
import { Command, Option } from 'commander'
import type { MakeCommand } from '../command.ts'
import type { ListenOptions } from '../listen/run-listen.ts'
import { keyOption, urlOption } from '../sandbox-client/address.ts'

const helpText = `
One line for each call of your server, once it is answered, and for each attempt to deliver a webhook, once it is over. With
--json one object in a line, also for what begins: type, id and all fields in data. Goes on when the sandbox is started
again; Ctrl-C ends it.`

export const listenCommand: MakeCommand = (terminal) =>
  new Command('listen')
    .description('follow the calls and webhooks of a running sandbox')
    .option(...urlOption)
    .option(...keyOption)
    .addOption(new Option('--only <what>', 'one of the two').choices(['calls', 'webhooks']))
    .option('--from-start', 'also what has happened before')
    .option('--json', 'print JSON, one object in a line')
    .addHelpText('after', helpText)
    .action(async (options: ListenOptions) => {
      const { runListen } = await import('../listen/run-listen.ts')
      await runListen(options, terminal)
    })
