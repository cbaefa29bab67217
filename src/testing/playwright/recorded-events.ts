// What the checkout told the pages of a browser context, kept in the test's own process: a page that is left for the
// hosted page, or for the shop's thanks, takes nothing of it along.
import type { BrowserContext, Page } from '@playwright/test'
import { eventNames } from '../../checkout/event-names.ts'
import type { TestSandbox } from '../types.ts'

export interface RecordedEvent {
  /** Such as `payment-complete`. */
  readonly name: string
  /** The attribute `order` of the element that told it, or of a payout its `session`. */
  readonly order: string | null
  readonly detail: {
    readonly reference?: string | null
    readonly status?: string
    readonly status_details?: string | null
    readonly message?: string
  }
}

export interface ContextRecord {
  readonly sandbox: TestSandbox
  /** Oldest first. */
  eventsOf(page: Page): readonly RecordedEvent[]
}

const records = new WeakMap<BrowserContext, ContextRecord>()

/** What is known of a page beside the page itself; `undefined` where no fixture of ours made its context. */
export const recordOf = (page: Page): ContextRecord | undefined => records.get(page.context())

const binding = 'payinCheckoutRecordEvent'

/** Listens in every page of a context that is opened from now on. */
export async function recordEvents(context: BrowserContext, sandbox: TestSandbox): Promise<void> {
  const recorded = new Map<Page, RecordedEvent[]>()
  await context.exposeBinding(binding, ({ page }, event: RecordedEvent) => {
    if (page) recorded.set(page, [...(recorded.get(page) ?? []), event])
  })
  const names = ['payment', 'payout'].flatMap((prefix) => eventNames.map((name) => `${prefix}-${name}`))
  await context.addInitScript(listen, { names, binding })
  records.set(context, { sandbox, eventsOf: (page) => recorded.get(page) ?? [] })
}

/** Runs in the page, before its scripts. */
function listen({ names, binding }: { names: readonly string[]; binding: string }): void {
  const recorded = (window as unknown as Record<string, (event: unknown) => void>)[binding]
  for (const name of names) {
    document.addEventListener(name, (event) => {
      const element = event.composedPath()[0]
      if (!(element instanceof Element)) return
      const order = element.getAttribute('order') ?? element.getAttribute('session')
      recorded?.({ name, order, detail: JSON.parse(JSON.stringify((event as CustomEvent).detail)) })
    })
  }
}
