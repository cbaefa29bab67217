// A shopper pays (payments-v2, payins).
import { freezePayin, type Payin, type PayinPayment, type ServiceClient } from '../../server/index.ts'
import type { Quote } from '../orders.ts'
import { fetchedPayment, fieldsOf, findAll, webhookUrlOf } from './keyed.ts'
import {
  type FoundPayment,
  type Freeze,
  type KindOfPayment,
  type RequestConfig,
  returnUrlOf,
} from './kind.ts'

export interface PayinChoice {
  readonly payment: PayinPayment | null
  /** ISO 639-1, for the hosted page. */
  readonly language: string | null
}

/** The request for a payin of an order. */
export function payinRequest(config: RequestConfig, quote: Quote, choice: PayinChoice): Freeze {
  const { publicUrl, settlement, payerCountry } = config
  const { payment, language } = choice
  return (ids) =>
    freezePayin(
      {
        amount: quote.amount,
        payer: {
          ...(payerCountry && { country: payerCountry }),
          ...quote.payer,
          ...(language && { language }),
        },
        ...(payment && { payment }),
        ...(settlement && { settlement }),
        reference: quote.reference,
        // Ours alone, so a payin whose answer was lost is recognized by it.
        return_url: returnUrlOf(publicUrl, ids.publicId),
        webhook_url: webhookUrlOf(publicUrl, 'payins', ids),
      },
      ids.serviceKey,
    )
}

const fetched = (payin: Payin) => ({ ...fetchedPayment(payin), details: payin.status_details })

/** A payin of a list or a webhook. */
export const foundPayin = (payin: Payin): FoundPayment => ({
  fetched: fetched(payin),
  returnUrl: payin.return_url,
  reference: payin.reference,
  choice: fieldsOf(payin.payment),
})

export function createPayinKind({ payins }: Pick<ServiceClient, 'payins'>): KindOfPayment {
  return {
    sending: 'keyed',
    tellsAmount: true,
    create: async (frozen) => fetched(await payins.create(frozen)),
    findAll: (reference) => findAll(payins, reference, foundPayin),
    get: async (id) => fetched(await payins.get(id)),
  }
}
