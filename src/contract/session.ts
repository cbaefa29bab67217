// The session as a server answers it. A session is accepted exactly if the widget reads all of its described fields as they were
// sent: what the widget would drop, such as an unknown outcome or an amount that is a number, is a mistake of the server.
import { z } from 'zod'
import { kinds } from '../protocol/kind.ts'
import { hasMoney, type OrderOutcome, outcomeOf, outcomes } from '../protocol/outcome.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { reviews } from '../protocol/session.ts'
import { notes } from './notes.ts'
import { money, oneOf, someText, text, time } from './values.ts'

const orderOutcomes = ['open', 'authorized', 'complete'] as const satisfies readonly OrderOutcome[]

/** Unknown fields are allowed, `null` and an empty text count as missing, and a status is any text of the service. */
export const session = z
  .looseObject(
    {
      id: someText.clone().register(notes, {
        description:
          'A capability: at least 128 random bits. Who knows it may read the session. Store it hashed, and log it never.',
      }),
      kind: oneOf(kinds).nullish().register(notes, {
        description: 'If it is missing, the kind of the element counts, else `payin`.',
      }),
      status: someText.clone().register(notes, {
        description:
          'The service’s status, unchanged. One that the outcomes do not name keeps the outcome that was reached.',
      }),
      status_details: text
        .nullish()
        .register(notes, { description: 'Why the payment failed, if the service says so.' }),
      outcome: oneOf(outcomes).nullish().register(notes, {
        description:
          '`authorized`: money is promised, but not final. If it is missing, kind and status decide. Send it for an on-ramp.',
      }),
      order_outcome: oneOf(orderOutcomes)
        .nullish()
        .register(notes, { description: 'What the order has reached through any of its sessions.' }),
      amount: money
        .nullish()
        .register(notes, { description: 'Send it for a payout, so that it is shown before the button.' }),
      reference: text.nullish().register(notes, { description: 'Your order’s id.' }),
      redirect_url: text
        .refine((url) => url === '' || parseRedirectUrl(url) !== null, {
          error: 'Must be an absolute https: address; http: on this machine only.',
        })
        .nullish()
        .register(notes, {
          format: 'uri',
          description:
            'The hosted page, in the answers to a create and a link request only. An absolute `https:` address.',
        }),
      expires_at: time.nullish().register(notes, { description: 'When the payment can no longer be made.' }),
      paid_at: time.nullish().register(notes, {
        description:
          'When money was first promised or came. `null` while the outcome is `open`, `failed` or `expired`.',
      }),
      review: oneOf(reviews).nullish().register(notes, {
        description: 'Money came that does not settle the order, and a person of the shop decides.',
      }),
    },
    'Must be an object.',
  )
  // Without `outcome`, a status that the outcomes do not name keeps the outcome that was reached, at most `complete`.
  .refine(
    ({ kind, status, outcome, paid_at }) =>
      !paid_at || hasMoney(outcome ?? outcomeOf(kind ?? 'payin', status, 'complete')),
    { path: ['paid_at'], error: 'Must be null while no money is promised and none has come.' },
  )
  .register(notes, {
    id: 'Session',
    description: 'A payment as its page may see it. Only `id` and `status` are required.',
  })
