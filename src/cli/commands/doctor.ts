// `payin-checkout doctor`
import { Command } from 'commander'
import { collect, type MakeCommand } from '../command.ts'
import type { DoctorOptions } from '../doctor/run-doctor.ts'

const helpText = `
Doctor reads by HTTP. It pays nothing and changes nothing. To check webhooks, set their secret in the environment:
  PAYMENTS_WEBHOOK_SECRET=… npx payin-checkout doctor https://shop.example/cart \\
    --webhook-url https://shop.example/webhooks/payins
A session id is a secret. Set DOCTOR_SESSION instead of --session to keep it out of the process list:
  DOCTOR_SESSION=cs_… npx payin-checkout doctor https://shop.example/cart
For a page behind a login, copy the cookie of a signed-in browser. It is never shown, and no other origin gets it:
  npx payin-checkout doctor https://shop.example/cart --header 'Cookie: session=…'
Exit code: 0 no problems, 1 there are problems, 2 the page cannot be read, or not to its end.`

export const doctorCommand: MakeCommand = (terminal, end) =>
  new Command('doctor')
    .description('read a live shop page and report what is wrong with its checkout')
    .argument('<url>', 'the address of a page with the checkout')
    .option('--endpoint <url>', 'the endpoint, if a script sets it')
    .option('--return-url <url>', 'the return page, if it is not {endpoint}/return')
    .option(
      '--session <id>',
      'the id of an open session (DOCTOR_SESSION): holds one read of it for 25 seconds',
    )
    .option(
      '--header <header>',
      'send a header to the origin of the page, such as a cookie; repeatable',
      collect,
    )
    .option('--allow-origin <origin>', 'also ask this origin, if the page names it; repeatable', collect)
    .option('--webhook-url <url>', 'where the service sends webhooks: receives two probes')
    .option('--all', 'also show what is fine')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', helpText)
    .action(async (url: string, options: DoctorOptions) => {
      // Imported here, because the HTML parser would slow down the help of the other commands.
      const { runDoctor } = await import('../doctor/run-doctor.ts')
      end(await runDoctor(url, options, terminal))
    })
