// `payin-checkout doctor`
import { Command } from 'commander'
import type { MakeCommand } from '../command.ts'
import type { DoctorOptions } from '../doctor/options.ts'

const helpText = `
Reads by plain HTTP, pays nothing and changes nothing. To try webhooks, it takes the secret from the environment:
  PAYMENTS_WEBHOOK_SECRET=… npx payin-checkout doctor https://shop.example/cart \\
    --webhook-url https://shop.example/webhooks/payins
The exit code is 0 without problems, 1 with some, 2 when the page cannot be reached.`

export const doctorCommand: MakeCommand = (terminal, end) =>
  new Command('doctor')
    .description('read a live shop page, and say what is wrong with its checkout')
    .argument('<url>', 'the address of a page that shows the checkout')
    .option('--endpoint <url>', 'the endpoint, where a script sets it')
    .option('--return-url <url>', 'the return page, where it is not {endpoint}/return')
    .option('--session <id>', 'a session that there is: holds one of its reads for 25 seconds')
    .option('--webhook-url <url>', 'where the service sends webhooks: gets two probes')
    .option('--all', 'show what is fine, too')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', helpText)
    .action(async (url: string, options: DoctorOptions) => {
      // Only here: a parser of HTML takes longer to load than the help of another command may.
      const { runDoctor } = await import('../doctor/run-doctor.ts')
      end(await runDoctor(url, options, terminal))
    })
