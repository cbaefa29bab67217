// The session as a server answers it. A session is accepted exactly if the widget reads all of its described fields as they were
// sent: what the widget would drop, such as an unknown outcome or an amount that is a number, is a mistake of the server.
import { z } from 'zod'
import { kinds } from '../protocol/kind.ts'
import { hasMoney, type OrderOutcome, outcomeOf, outcomes } from '../protocol/outcome.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { reviews } from '../protocol/session.ts'
import { described, notes } from './notes.ts'
import { money, oneOf, someText, text, time } from './values.ts'

const orderOutcomes = ['open', 'authorized', 'complete'] as const satisfies readonly OrderOutcome[]

/** Unknown fields are allowed, `null` and an empty text count as missing, and a status is any text of the service. */
export const session = z
  .looseObject(
    {
      id: described(
        someText,
        'A capability: at least 128 random bits. Who knows it may read the session. Store it hashed, and log it never.',
      ),
      kind: described(
        oneOf(kinds).nullish(),
        'If it is missing, the kind of the element counts, else `payin`.',
      ),
      status: described(
        someText,
        'The service’s status, unchanged. One that the outcomes do not name keeps the outcome that was reached.',
      ),
      status_details: described(text.nullish(), 'Why the payment failed, if the service says so.'),
      outcome: described(
        oneOf(outcomes).nullish(),
        '`authorized`: money is promised, but not final. If it is missing, kind and status decide. Send it for an on-ramp.',
      ),
      order_outcome: described(
        oneOf(orderOutcomes).nullish(),
        'What the order has reached through any of its sessions.',
      ),
      amount: described(money.nullish(), 'Send it for a payout, so that it is shown before the button.'),
      reference: described(text.nullish(), 'Your order’s id.'),
      redirect_url: described(
        text
          .refine((url) => url === '' || parseRedirectUrl(url) !== null, {
            error: 'Must be an absolute https: address; http: on this machine only.',
          })
          .nullish(),
        'The hosted page, in the answers to a create and a link request only. An absolute `https:` address.',
        { format: 'uri' },
      ),
      expires_at: described(time.nullish(), 'When the payment can no longer be made.'),
      paid_at: described(
        time.nullish(),
        'When money was first promised or came. `null` while the outcome is `open`, `failed` or `expired`.',
      ),
      review: described(
        oneOf(reviews).nullish(),
        'Money came that does not settle the order, and a person of the shop decides.',
      ),
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
