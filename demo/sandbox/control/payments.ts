// All objects that can be paid or claimed, in one shape, for programs that act as a shopper.
import type { Service } from '../service/service.ts'
import type { Actions } from './actions.ts'
import { transactionKinds } from './legacy-objects.ts'
import { payinKind, payoutKind } from './v2-objects.ts'

/** Newest first. `hosted_path` is correct even if a fault has replaced the merchant's link. */
export function listPayments(service: Service, actions: Actions) {
  const kinds = [
    payinKind(service, actions),
    payoutKind(service, actions),
    ...transactionKinds(service, actions),
  ]
  const payments = kinds.flatMap(({ name, list }) =>
    list().map(({ id, reference, amount, state, createdAt, hostedPath }) => ({
      kind: name.toLowerCase().replace(/\W/, '_'),
      id,
      reference: reference ?? null,
      amount,
      created_at: createdAt,
      hosted_path: hostedPath,
      ...state,
    })),
  )
  return { payments: payments.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)) }
}
