// The options of `payin-checkout sandbox`.

/** The option of each setting, and what the help says of it. */
export const sandboxOptions = {
  port: ['--port <number>', 'where it listens; 0 takes a free port (4100)'],
  host: ['--host <address>', 'on which address (127.0.0.1)'],
  apiKey: ['--api-key <key>', 'what X-API-Key must say; begins with test_ (test_sandbox)'],
  keys: ['--keys <keys>', 'keys with objects of their own: any, or some with commas between (none)'],
  webhookSecret: ['--webhook-secret <secret>', 'signs the webhooks (sandbox_webhook_secret)'],
  forwardTo: ['--forward-to <url>', 'send all webhooks there; an origin alone keeps their path'],
  stateFile: ['--state-file <file>', 'keep the state in this file over restarts (in memory)'],
  rateLimit: ['--rate-limit <calls>', 'calls a second on average, 0 for no limit (50)'],
  seed: ['--seed <number>', 'from which the chances of faults are drawn (1)'],
} as const

export type SandboxOptions = Partial<Record<keyof typeof sandboxOptions, string>> & { json?: true }
