// The other answers of a server: problems and lists, and those to a shop's back office.
import { z } from 'zod'
import { alertKinds, settlements } from '../protocol/alert.ts'
import { type ProblemType, problemTypes } from '../protocol/problem-types.ts'
import { session } from './session.ts'
import { money, oneOf, someText, text, time } from './values.ts'

const types = Object.keys(problemTypes) as [ProblemType, ...ProblemType[]]

/** The types that the protocol names. Viewers show the text of each (`x-enumDescriptions`). */
const knownType = z.enum(types).meta({
  id: 'ProblemType',
  description: types.map((type) => `- \`${type}\`: ${problemTypes[type]}`).join('\n'),
  'x-enumDescriptions': problemTypes,
})

const problemError = z
  .looseObject({
    detail: text.meta({ description: 'What is wrong with the field.' }),
    pointer: text.meta({
      description: 'The JSON Pointer of the field in the request, such as `/payment/iban`.',
    }),
  })
  .meta({ id: 'ProblemError' })

/** A problem (RFC 9457). The widget reads any body of an error, so no field is required. */
export const problem = z
  .looseObject({
    type: z.union([knownType, text], 'Must be a text.').nullish().meta({
      default: 'about:blank',
      description:
        'By it a page distinguishes refusals with the same status. Another one than these says nothing to it.',
    }),
    title: text.nullish(),
    status: z.int('Must be a number, the status of the answer.').nullish(),
    detail: text.nullish().meta({ description: 'For a developer. A shopper never sees it.' }),
    errors: z
      .array(problemError, 'Must be a list.')
      .nullish()
      .meta({ description: 'The fields that are wrong.' }),
    amount: money.nullish().meta({ description: 'With `price-changed`: the order’s price now.' }),
  })
  .meta({ id: 'Problem' })

const bank = z
  .looseObject({
    id: text.meta({ description: 'For `bank_id` of a create request.' }),
    name: text,
    logo_url: text.nullish().meta({
      description: 'Relative to the endpoint. The widget shows only logos from the endpoint’s origin.',
    }),
  })
  .meta({ id: 'Bank' })

export const bankList = z
  .looseObject(
    {
      content: z.array(bank, 'Must be a list.'),
      page: z.int('Must be a number.').nullish(),
      page_size: z.int('Must be a number.').nullish(),
      has_more: z
        .boolean('Must be true or false.')
        .nullish()
        .meta({ description: 'Whether a next page exists.' }),
    },
    'Must be an object with a list in `content`.',
  )
  .meta({ id: 'BankList', description: 'A page of the service’s list of banks.' })

const instrument = z
  .looseObject({
    id: text.meta({ description: 'For `instrument_id` of a create request.' }),
    method: text.nullish(),
    iban: text.nullish().meta({
      description:
        'Masked: the first four and the last four characters. The widget skips an entry without it.',
    }),
  })
  .meta({ id: 'Instrument' })

export const instrumentList = z
  .looseObject(
    { content: z.array(instrument, 'Must be a list.') },
    'Must be an object with a list in `content`.',
  )
  .meta({ id: 'InstrumentList', description: 'The signed-in shopper’s saved accounts; empty for a guest.' })

export const payout = session
  .extend({
    claim_code: text.nullable().meta({
      description: 'Send it separately from the link. `null` once there is nothing to claim.',
    }),
  })
  .meta({
    id: 'Payout',
    description: 'The session of a payout, and the code that its recipient has to enter.',
  })

const settled = z.looseObject({ as: oneOf(settlements), by: text, note: text.nullable(), at: time })

export const alert = z
  .looseObject({
    id: z.int().min(1),
    kind: oneOf(alertKinds),
    session: text.nullable().meta({ description: 'The id of the session’s row, as in logs.' }),
    subject: text.nullable().meta({ description: 'The order’s id, or the payout’s reference.' }),
    amount: money.nullable().meta({ description: 'How much came, as far as it is known.' }),
    detail: text,
    what_to_do: someText,
    settle_as: z.array(oneOf(settlements)).meta({
      description:
        'How it can be settled now; empty once it is, and while its payment may still bring money.',
    }),
    created_at: time,
    settled: settled.nullable(),
  })
  .meta({ id: 'Alert', description: 'What a person must look at.' })

export const alertList = z
  .looseObject({ content: z.array(alert) })
  .meta({ id: 'AlertList', description: 'The latest 200 alerts, the open ones first, then the newest.' })
