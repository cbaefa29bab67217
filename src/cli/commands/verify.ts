// `payin-checkout verify`
import { Command } from 'commander'
import { collect, type MakeCommand } from '../command.ts'
import type { VerifyOptions } from '../verify/options.ts'

const helpText = `
Your server must use the sandbox as its payment service. With --start it gets the sandbox's address and keys in
PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_WEBHOOK_SECRET, PUBLIC_URL and PORT. The run ends if its first order does not
reach the sandbox. Use a separate database, because the run pays its orders.

  npx payin-checkout verify http://localhost:4000/checkout --order "A-{n}" \\
    --paid-url "http://localhost:4000/orders/{order}/paid" --start "php -S 127.0.0.1:4000 server.php"

Exit code: 0 every promise is held, 1 a promise is broken, 2 the promises could not be checked.`

export const verifyCommand: MakeCommand = (terminal, end) =>
  new Command('verify')
    .description('check that a merchant server, in any language, keeps to the protocol')
    .argument('<endpoint>', 'its address, such as http://localhost:4000/checkout')
    .option('--order <id>', 'unpaid orders: "A-{n}" with a number, or one order each time', collect)
    .option('--first-order <number>', 'the first number of {n}', '1001')
    .option('--new-order <command>', 'creates an unpaid order and prints its id')
    .option('--paid-url <url>', 'answers whether {order} is paid: true, or { "paid": true, "times": 1 }')
    .option('--change-order <command>', 'changes the order in $ORDER as $CHANGE says: price, withdraw or pay')
    .option('--token <command>', 'prints the token of the order in $ORDER, if your server checks tokens')
    .option('--header <header>', 'sent with each request, such as "Cookie: …"; can be repeated', collect)
    .option('--start <command>', 'starts the server, so that verify can kill and restart it')
    .option('--sandbox <url>', 'the sandbox: used if it runs, started if not', 'http://127.0.0.1:4100')
    .option('--api-key <key>', 'the API key for the sandbox', 'test_sandbox')
    .option('--webhook-secret <secret>', 'the webhook secret of the sandbox', 'sandbox_webhook_secret')
    .option('--timeout <seconds>', 'time for a change without a webhook, and to ship a paid order', '90')
    .option('--only <promise>', 'check this promise only; can be repeated', collect)
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--watch <path>', 'run again when this file or folder changes; can be repeated', collect)
    .option('--json', 'print the results as JSON')
    .addHelpText('after', helpText)
    .action(async (endpoint: string, options: VerifyOptions) => {
      const { verify } = await import('../verify/verify.ts')
      end(await verify(endpoint, options, terminal))
    })
