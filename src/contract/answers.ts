// The other answers of a server: problems and lists, and those to a shop's back office.
import { z } from 'zod'
import { alertKinds, settlements } from '../protocol/alert.ts'
import { type ProblemType, problemTypes } from '../protocol/problem-types.ts'
import { notes } from './notes.ts'
import { session } from './session.ts'
import { money, oneOf, someText, text, time } from './values.ts'

const types = Object.keys(problemTypes) as [ProblemType, ...ProblemType[]]

/** The types that the protocol names. Viewers show the text of each (`x-enumDescriptions`). */
const knownType = z.enum(types).register(notes, {
  id: 'ProblemType',
  description: types.map((type) => `- \`${type}\`: ${problemTypes[type]}`).join('\n'),
  'x-enumDescriptions': problemTypes,
})

const problemError = z
  .looseObject(
    {
      detail: text.clone().register(notes, { description: 'What is wrong with the field.' }),
      pointer: text.clone().register(notes, {
        description: 'The JSON Pointer of the field in the request, such as `/payment/iban`.',
      }),
    },
    'Must be an object.',
  )
  .register(notes, { id: 'ProblemError' })

/** A problem (RFC 9457). The widget reads any body of an error, so no field is required. */
export const problem = z
  .looseObject(
    {
      type: z.union([knownType, text], 'Must be a text.').nullish().register(notes, {
        default: 'about:blank',
        description:
          'By it a page distinguishes refusals with the same status. Another one than these says nothing to it.',
      }),
      title: text.nullish(),
      status: z.int('Must be a number, the status of the answer.').nullish(),
      detail: text.nullish().register(notes, { description: 'For a developer. A shopper never sees it.' }),
      errors: z
        .array(problemError, 'Must be a list.')
        .nullish()
        .register(notes, { description: 'The fields that are wrong.' }),
      amount: money
        .nullish()
        .register(notes, { description: 'With `price-changed`: the order’s price now.' }),
    },
    'Must be an object.',
  )
  .register(notes, { id: 'Problem' })

const bank = z
  .looseObject(
    {
      id: text.clone().register(notes, { description: 'For `bank_id` of a create request.' }),
      name: text,
      logo_url: text.nullish().register(notes, {
        description: 'Relative to the endpoint. The widget shows only logos from the endpoint’s origin.',
      }),
    },
    'Must be an object.',
  )
  .register(notes, { id: 'Bank' })

export const bankList = z
  .looseObject(
    {
      content: z.array(bank, 'Must be a list.'),
      page: z.int('Must be a number.').nullish(),
      page_size: z.int('Must be a number.').nullish(),
      has_more: z
        .boolean('Must be true or false.')
        .nullish()
        .register(notes, { description: 'Whether a next page exists.' }),
    },
    'Must be an object with a list in `content`.',
  )
  .register(notes, { id: 'BankList', description: 'A page of the service’s list of banks.' })

const instrument = z
  .looseObject(
    {
      id: text.clone().register(notes, { description: 'For `instrument_id` of a create request.' }),
      method: text.nullish(),
      iban: text.nullish().register(notes, {
        description:
          'Masked: the first four and the last four characters. The widget skips an entry without it.',
      }),
    },
    'Must be an object.',
  )
  .register(notes, { id: 'Instrument' })

export const instrumentList = z
  .looseObject(
    { content: z.array(instrument, 'Must be a list.') },
    'Must be an object with a list in `content`.',
  )
  .register(notes, {
    id: 'InstrumentList',
    description: 'The signed-in shopper’s saved accounts; empty for a guest.',
  })

export const payout = session
  .safeExtend({
    claim_code: text.nullable().register(notes, {
      description: 'Send it separately from the link. `null` once there is nothing to claim.',
    }),
  })
  .register(notes, {
    id: 'Payout',
    description: 'The session of a payout, and the code that its recipient has to enter.',
  })

const settled = z.looseObject({ as: oneOf(settlements), by: text, note: text.nullable(), at: time })

export const alert = z
  .looseObject({
    id: z.int().min(1),
    kind: oneOf(alertKinds),
    session: text.nullable().register(notes, { description: 'The id of the session’s row, as in logs.' }),
    subject: text.nullable().register(notes, { description: 'The order’s id, or the payout’s reference.' }),
    amount: money.nullable().register(notes, { description: 'How much came, as far as it is known.' }),
    detail: text,
    what_to_do: someText,
    settle_as: z.array(oneOf(settlements)).register(notes, {
      description:
        'How it can be settled now; empty once it is, and while its payment may still bring money.',
    }),
    created_at: time,
    settled: settled.nullable(),
  })
  .register(notes, { id: 'Alert', description: 'What a person must look at.' })

export const alertList = z
  .looseObject({
    content: z.array(alert),
    open: z
      .int()
      .min(0)
      .register(notes, { description: 'How many are open, also those that are not listed.' }),
  })
  .register(notes, {
    id: 'AlertList',
    description: 'The latest 200 alerts, the open ones first, then the newest.',
  })
