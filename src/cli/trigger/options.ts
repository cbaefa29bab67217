// The options of `payin-checkout trigger`. Each goes with some words only: what-there-is.ts.

/** The option of each field, and what the help says of it. */
export const triggerOptions = {
  id: ['--id <id>', 'which object'],
  reference: ['--reference <reference>', 'which object, or the reference of what is created'],
  latest: ['--latest', 'the newest of several'],
  details: ['--details <status_details>', 'why a payin is as it is, such as INSUFFICIENT_FUNDS'],
  on: ['--on <operation>', 'a fault on these operations only; again or with commas for several'],
  times: ['--times <number>', 'how often a fault strikes (until fault.clear)'],
  chance: ['--chance <number>', 'in how many of the cases a fault strikes, 0 to 1 (1)'],
  work: ['--work <done|undone>', 'faults cut, error: whether the object exists all the same'],
  ms: ['--ms <number>', 'faults latency, webhook_late: how late, in milliseconds'],
  status: ['--status <number>', 'fault error: 500, 502, 503 or 504'],
  retry_after: ['--retry-after <text>', 'fault rate_limit: the header, seconds or a date'],
  copies: ['--copies <number>', 'fault webhook_duplicate: how many on top of the first'],
  link: ['--link <name>', 'fault hostile_redirect_url: which trap'],
  value: ['--value <policy>', 'fault coop: the header'],
  seed: ['--seed <number>', 'reset: from which the chances of faults are drawn'],
  amount: ['--amount <decimal>', 'create: the amount, which may decide the outcome'],
  currency: ['--currency <code>', 'create: the currency (EUR)'],
  email: ['--email <address>', "create: the payer's address, which may decide the outcome"],
  names: ['--names <text>', "create: the payer's first and last name"],
  user_id: ['--user-id <text>', "create: the payer's id at the merchant"],
  webhook_url: ['--webhook-url <address>', 'create: who is told of each change'],
  webhook_payload: [
    '--webhook-payload <text>',
    'create: what the webhook of a bank transfer or on-ramp echoes',
  ],
  return_url: ['--return-url <address>', 'create: where the payer comes back to'],
} as const

export type Field = keyof typeof triggerOptions

/** What was given, by field. A flag that stands there is "true". */
export type Fields = Partial<Record<Field, string>>

/** `--webhook-url` for `webhook_url`. */
export const optionOf = (field: string): string => `--${field.replaceAll('_', '-')}`
