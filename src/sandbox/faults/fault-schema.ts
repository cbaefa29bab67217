// Every fault, described once: its parameters with their limits, how often it applies, and what a form says about them.
// The JSON command, the forms of the control panel and the command line check and explain faults by this file.
// faults.ts applies the faults.
import * as z from 'zod'

type FaultTexts = { title: string; effect: string }

type FieldTexts = {
  label: string
  kind: 'number' | 'text' | 'choice' | 'operations'
  /** The accepted values: the hint below the field, and part of its error. */
  wanted: string
  /** The initial value. */
  first?: string
  values?: readonly (readonly [value: string, text: string])[]
}

const faultTexts = z.registry<FaultTexts>()
const fieldTexts = z.registry<FieldTexts>()

function field<Schema extends z.ZodType>(schema: Schema, texts: FieldTexts): Schema {
  fieldTexts.add(schema, texts)
  return schema
}

function choice(label: string, values: readonly string[]): FieldTexts {
  const pairs = values.map((value) => [value, value] as const)
  return { label, kind: 'choice', wanted: `One of ${values.join(', ')}.`, values: pairs }
}

const when = {
  chance: field(z.number().min(0).max(1).default(1), {
    label: 'Chance',
    kind: 'number',
    wanted: 'A number from 0 to 1: the probability that the fault applies, drawn from the seed.',
    first: '1',
  }),
  count: field(z.int().min(1).max(1_000_000).optional(), {
    label: 'How often',
    kind: 'number',
    wanted: 'A whole number from 1 to 1000000; empty: until it is switched off.',
  }),
}
const calls = {
  ...when,
  /** operationIds of /openapi.json. */
  operations: field(z.array(z.string().min(1)).min(1).optional(), {
    label: 'Operations',
    kind: 'operations',
    wanted: 'None ticked: every operation.',
  }),
}
const ms = field(z.int().min(0).max(600_000), {
  label: 'Milliseconds',
  kind: 'number',
  wanted: 'A whole number from 0 to 600000.',
  first: '3000',
})

function work(first: 'done' | 'undone') {
  return field(z.enum(['done', 'undone']).default(first), {
    label: 'The work itself',
    kind: 'choice',
    wanted: 'done or undone.',
    first,
    values: [
      ['undone', 'undone: nothing was created'],
      ['done', 'done: it exists, and only the answer is lost'],
    ],
  })
}

const coopValues = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'] as const

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

const status = field(
  z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(500),
  choice('Status', ['500', '502', '503', '504']),
)
const retry_after = field(z.union([z.int().min(0), z.string().min(1)]).optional(), {
  label: 'Retry-After',
  kind: 'text',
  wanted: 'Seconds or an HTTP date, sent unchanged; empty: no such header.',
  first: '2',
})
const copies = field(z.int().min(1).max(20).default(1), {
  label: 'Copies',
  kind: 'number',
  wanted: 'A whole number from 1 to 20, on top of the first.',
  first: '1',
})
const value = field(z.enum(coopValues).default('same-origin'), choice('Value', coopValues))
const link = field(z.enum(hostileLinkNames).default('script'), choice('Link', hostileLinkNames))

function fault<const Name extends string, Fields extends z.ZodRawShape>(
  name: Name,
  title: string,
  effect: string,
  fields: Fields,
) {
  return z.strictObject({ fault: z.literal(name), ...fields }).register(faultTexts, { title, effect })
}

export const faultSchema = z.discriminatedUnion('fault', [
  fault('latency', 'Slow answers', 'A call does its work, then waits before it answers.', { ms, ...calls }),
  fault('error', 'Server errors', 'A call answers 5xx.', { status, work: work('undone'), ...calls }),
  fault('rate_limit', 'Too many requests', 'A call answers 429.', { retry_after, ...calls }),
  fault('cut', 'Connection cut', 'A call gets no answer: the connection is closed.', {
    work: work('done'),
    ...calls,
  }),
  fault('webhook_lost', 'Webhooks lost', 'A webhook is not sent, and not tried again.', when),
  fault('webhook_late', 'Webhooks late', 'A webhook is sent later.', { ms, ...when }),
  fault('webhook_duplicate', 'Webhooks twice', 'A webhook is sent more than once.', { copies, ...when }),
  fault(
    'webhook_out_of_order',
    'Webhooks out of order',
    'A webhook is held back until the next one about the same object was sent, for 30 seconds at most.',
    when,
  ),
  fault(
    'webhook_forged',
    'Forged webhooks',
    'Before a webhook the sandbox sends another one, with the status of a paid payment and an invalid signature.',
    when,
  ),
  fault(
    'coop',
    'Isolated hosted pages',
    'A hosted page is served with Cross-Origin-Opener-Policy; the shop then reads popup.closed as true.',
    { value, ...when },
  ),
  fault(
    'hostile_redirect_url',
    'Hostile links',
    'The merchant gets a malicious link; a careful merchant refuses it.',
    { link, ...when },
  ),
])

export type FaultSettings = z.infer<typeof faultSchema>
export type FaultKind = FaultSettings['fault']
export const faultKinds = faultSchema.options.map((option) => option.shape.fault.value)

export type FaultField = FieldTexts & { name: string }
type FaultForm = FaultTexts & { fields: readonly FaultField[] }

/** The form of each fault. */
export const faultForms = Object.fromEntries(
  faultSchema.options.map((option) => [option.shape.fault.value, formOf(option)]),
) as Readonly<Record<FaultKind, FaultForm>>

function formOf(option: (typeof faultSchema.options)[number]): FaultForm {
  const { title = '', effect = '' } = faultTexts.get(option) ?? {}
  const fields = Object.entries(option.shape).flatMap(([name, schema]) => {
    const texts = fieldTexts.get(schema)
    return texts ? [{ name, ...texts }] : []
  })
  return { title, effect, fields }
}
