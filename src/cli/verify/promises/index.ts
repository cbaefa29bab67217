// Every promise, in the order in which they are looked into.
import type { Promised } from '../promise.ts'
import { crashes } from './crashes.ts'
import { following } from './payment-outcomes.ts'
import { optional } from './optional.ts'
import { pressing } from './create-requests.ts'
import { twoTabs } from './two-tabs.ts'
import { webhooks } from './webhooks.ts'

export interface Chapter {
  readonly title: string
  readonly promises: readonly Promised[]
}

export const chapters: readonly Chapter[] = [
  { title: 'Pressing pay', promises: pressing },
  { title: 'Two tabs', promises: twoTabs },
  { title: 'What becomes of a payment', promises: following },
  { title: 'News from the service', promises: webhooks },
  { title: 'A server that dies', promises: crashes },
  { title: 'Optional parts', promises: optional },
]
