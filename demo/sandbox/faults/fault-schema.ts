// The schema of a fault: its parameters, and when and how often it applies. The command line and the control panel
// build their options and forms from it.
import * as z from 'zod'

const when = {
  /** The probability that it applies, 0 to 1, drawn from the seed. */
  chance: z.number().min(0).max(1).default(1),
  /** How often it applies. Default: until it is removed. */
  count: z.int().min(1).max(1_000_000).optional(),
}
const calls = {
  ...when,
  /** operationIds of /openapi.json. Default: every operation. */
  operations: z.array(z.string().min(1)).min(1).optional(),
}
const ms = z.int().min(0).max(600_000)
/** `done`: the object is created, and only the answer is lost. */
const work = z.enum(['done', 'undone'])

export const coopValues = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'] as const

/** Malicious links. Each is a known attack on redirects; a merchant must not open any of them. */
export const hostileLinks = {
  script: 'javascript:document.body.replaceChildren("owned")',
  script_with_line_break: 'java\nscript:document.body.replaceChildren("owned")',
  protocol_relative: '//hostile.example/pay',
  backslash: '/\\hostile.example/pay',
  credentials: 'https://pay.example@hostile.example/pay',
  other_origin: 'https://hostile.example/pay',
  data: 'data:text/html,<h1>owned</h1>',
  empty: '',
} as const
type HostileLink = keyof typeof hostileLinks
const hostileLinkNames = Object.keys(hostileLinks) as [HostileLink, ...HostileLink[]]

export const faultSchema = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('latency'), ms, ...calls }),
  z.strictObject({
    fault: z.literal('error'),
    status: z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(500),
    work: work.default('undone'),
    ...calls,
  }),
  z.strictObject({
    fault: z.literal('rate_limit'),
    /** The header's value, unchanged: seconds or an HTTP date. Default: no header. */
    retry_after: z.union([z.int().min(0), z.string().min(1)]).optional(),
    ...calls,
  }),
  z.strictObject({ fault: z.literal('cut'), work: work.default('done'), ...calls }),
  z.strictObject({ fault: z.literal('webhook_lost'), ...when }),
  z.strictObject({ fault: z.literal('webhook_late'), ms, ...when }),
  z.strictObject({
    fault: z.literal('webhook_duplicate'),
    copies: z.int().min(1).max(20).default(1),
    ...when,
  }),
  z.strictObject({ fault: z.literal('webhook_out_of_order'), ...when }),
  z.strictObject({ fault: z.literal('webhook_forged'), ...when }),
  z.strictObject({ fault: z.literal('coop'), value: z.enum(coopValues).default('same-origin'), ...when }),
  z.strictObject({
    fault: z.literal('hostile_redirect_url'),
    link: z.enum(hostileLinkNames).default('script'),
    ...when,
  }),
])

export type FaultSettings = z.infer<typeof faultSchema>
export type FaultKind = FaultSettings['fault']
export const faultKinds = faultSchema.options.map((option) => option.shape.fault.value)
