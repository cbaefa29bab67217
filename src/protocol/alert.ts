// What a person of the shop must look at, and how it is settled (docs/operating.md#what-a-person-must-look-at).

export const alertKinds = [
  'amount_differs',
  'disputed',
  'final_changed',
  'hosted_page_refused',
  'late_complete',
  'late_promise',
  'not_fulfilled',
  'order_unknown',
  'paid_twice',
  'payment_missing',
  'payment_overdue',
  'rows_lost',
  'second_payment',
  'set_paid_fails',
  'unknown_payment',
  'webhook_given_up',
] as const

export type AlertKind = (typeof alertKinds)[number]

/** `accepted`: the money pays the order. `refunded`: it was given back. `noted`: nothing changes, the alert is closed. */
export const settlements = ['accepted', 'refunded', 'noted'] as const
export type Settlement = (typeof settlements)[number]
