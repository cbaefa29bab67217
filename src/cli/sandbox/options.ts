// The options of `payin-checkout sandbox`.

export const sandboxOptions = {
  port: ['--port <number>', 'the port; 0 takes a free port (4100)'],
  host: ['--host <address>', 'the address to listen on (127.0.0.1)'],
  allowHost: [
    '--allow-host <name>',
    'answer by this name too, such as host.docker.internal; repeat it or use commas',
  ],
  apiKey: ['--api-key <key>', 'the API key; begins with test_ (test_sandbox)'],
  keys: ['--keys <keys>', 'more keys, each with its own objects: any, or a list with commas (none)'],
  webhookSecret: ['--webhook-secret <secret>', 'signs the webhooks (sandbox_webhook_secret)'],
  forwardTo: ['--forward-to <url>', 'send all webhooks to this address; an origin keeps their path'],
  stateFile: ['--state-file <file>', 'keep the state in this file over restarts (in memory)'],
  rateLimit: ['--rate-limit <calls>', 'calls per second on average, 0 for no limit (50)'],
  seed: ['--seed <number>', 'the random seed for faults (1)'],
} as const

export type SandboxOptions = Partial<Record<keyof typeof sandboxOptions, string>> & { json?: true }
