// `payin-checkout verify`
import { Command } from 'commander'
import type { MakeCommand } from '../command.ts'
import type { VerifyOptions } from '../verify/verify.ts'

const helpText = `
Your server must call the sandbox as its payment service. With --start it is told so by PAYMENTS_BASE_URL, PAYMENTS_API_KEY,
PAYMENTS_WEBHOOK_SECRET, PUBLIC_URL and PORT. Use a database for this alone: orders are paid in it.

  npx payin-checkout verify http://localhost:4000/checkout --order "A-{n}" \\
    --paid-url "http://localhost:4000/orders/{order}/paid" --start "php -S 127.0.0.1:4000 server.php"

Exit code: 0 every promise is held, 1 one is broken, 2 it could not be looked into.`

const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
]

export const verifyCommand: MakeCommand = (terminal, end) =>
  new Command('verify')
    .description('hold a merchant server, in any language, to the protocol')
    .argument('<endpoint>', 'its address, such as http://localhost:4000/checkout')
    .option('--order <id>', 'orders that can be paid: "A-{n}" with a number, or several times', collect, [])
    .option('--first-order <number>', 'the first number of {n}', '1001')
    .option('--new-order <command>', 'makes an order that can be paid, and prints its id')
    .option('--paid-url <url>', 'answers whether {order} is paid: true, or { "paid": true, "times": 1 }')
    .option('--start <command>', 'starts the server, so that it can be killed and started again')
    .option('--sandbox <url>', 'the sandbox: used where it runs, started where not', 'http://127.0.0.1:4100')
    .option('--api-key <key>', 'the key of the sandbox', 'test_sandbox')
    .option('--webhook-secret <secret>', 'the secret of the sandbox', 'sandbox_webhook_secret')
    .option('--patience <seconds>', 'for news that the server must ask for', '90')
    .option('--only <promise>', 'this promise alone; several times for several', collect)
    .option('--junit <file>', 'write the results as JUnit XML, too')
    .option(
      '--watch <path>',
      'run again when this file or folder changes; several times for several',
      collect,
    )
    .option('--json', 'print the results as JSON')
    .addHelpText('after', helpText)
    .action(async (endpoint: string, options: VerifyOptions) => {
      const { verify } = await import('../verify/verify.ts')
      end(await verify(endpoint, options, terminal))
    })
