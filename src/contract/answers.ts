// The other answers of a server: problems and lists, and those to a shop's back office.
import { z } from 'zod'
import { alertKinds, settlements } from '../protocol/alert.ts'
import { type ProblemType, problemTypes } from '../protocol/problem-types.ts'
import { component, described, notes } from './notes.ts'
import { session } from './session.ts'
import { money, oneOf, someText, text, time } from './values.ts'

const types = Object.keys(problemTypes) as [ProblemType, ...ProblemType[]]

/** The types that the protocol names. Viewers show the text of each (`x-enumDescriptions`). */
const knownType = z.enum(types).register(notes, {
  id: 'ProblemType',
  description: types.map((type) => `- \`${type}\`: ${problemTypes[type]}`).join('\n'),
  'x-enumDescriptions': problemTypes,
})

const problemError = component('ProblemError', null, {
  detail: described(text, 'What is wrong with the field.'),
  pointer: described(text, 'The JSON Pointer of the field in the request, such as `/payment/iban`.'),
})

/** A problem (RFC 9457). The widget reads any body of an error, so no field is required. */
export const problem = component('Problem', null, {
  type: z.union([knownType, text], 'Must be a text.').nullish().register(notes, {
    default: 'about:blank',
    description:
      'By it a page distinguishes refusals with the same status. Another one than these says nothing to it.',
  }),
  title: text.nullish(),
  status: z.int('Must be a number, the status of the answer.').nullish(),
  detail: described(text.nullish(), 'For a developer. A shopper never sees it.'),
  errors: described(z.array(problemError, 'Must be a list.').nullish(), 'The fields that are wrong.'),
  amount: described(money.nullish(), 'With `price-changed`: the order’s price now.'),
})

const bank = component('Bank', null, {
  id: described(text, 'For `bank_id` of a create request.'),
  name: text,
  logo_url: described(
    text.nullish(),
    'Relative to the endpoint. The widget shows only logos from the endpoint’s origin.',
  ),
})

const notAList = 'Must be an object with a list in `content`.'

export const bankList = component(
  'BankList',
  'A page of the service’s list of banks.',
  {
    content: z.array(bank, 'Must be a list.'),
    page: z.int('Must be a number.').nullish(),
    page_size: z.int('Must be a number.').nullish(),
    has_more: described(z.boolean('Must be true or false.').nullish(), 'Whether a next page exists.'),
  },
  notAList,
)

const instrument = component('Instrument', null, {
  id: described(text, 'For `instrument_id` of a create request.'),
  method: text.nullish(),
  iban: described(
    text.nullish(),
    'Masked: the first four and the last four characters. The widget skips an entry without it.',
  ),
})

export const instrumentList = component(
  'InstrumentList',
  'The signed-in shopper’s saved accounts; empty for a guest.',
  { content: z.array(instrument, 'Must be a list.') },
  notAList,
)

export const payout = session
  .safeExtend({
    claim_code: described(
      text.nullable(),
      'Send it separately from the link. `null` once there is nothing to claim.',
    ),
  })
  .register(notes, {
    id: 'Payout',
    description: 'The session of a payout, and the code that its recipient has to enter.',
  })

const settled = z.looseObject({ as: oneOf(settlements), by: text, note: text.nullable(), at: time })

export const alert = component('Alert', 'What a person must look at.', {
  id: z.int().min(1),
  kind: oneOf(alertKinds),
  session: described(text.nullable(), 'The id of the session’s row, as in logs.'),
  subject: described(text.nullable(), 'The order’s id, or the payout’s reference.'),
  amount: described(money.nullable(), 'How much came, as far as it is known.'),
  detail: text,
  what_to_do: someText,
  settle_as: described(
    z.array(oneOf(settlements)),
    'How it can be settled now; empty once it is, and while its payment may still bring money.',
  ),
  created_at: time,
  settled: settled.nullable(),
})

export const alertList = component(
  'AlertList',
  'The latest 200 alerts, the open ones first, then the newest.',
  {
    content: z.array(alert),
    open: described(z.int().min(0), 'How many are open, also those that are not listed.'),
  },
)
