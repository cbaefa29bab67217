// All promises, in the order in which they are checked. Each file of this folder holds one chapter.
import type { ServerPromise } from '../promise.ts'
import { crashes } from './crashes.ts'
import { createRequests } from './create-requests.ts'
import { form, optional } from './optional.ts'
import { orderChanges } from './order-changes.ts'
import { paymentOutcomes } from './payment-outcomes.ts'
import { twoTabs } from './two-tabs.ts'
import { webhooks } from './webhooks.ts'

export interface Chapter {
  readonly title: string
  readonly promises: readonly ServerPromise[]
}

export const chapters: readonly Chapter[] = [
  { title: 'Pressing pay', promises: createRequests },
  { title: 'Two tabs', promises: twoTabs },
  { title: 'When an order changes', promises: orderChanges },
  { title: 'How a payment ends', promises: paymentOutcomes },
  { title: 'Webhooks from the service', promises: webhooks },
  { title: 'Crashes and restarts', promises: crashes },
  { title: 'Optional parts', promises: optional },
  { title: 'Form of the answers', promises: form },
]
