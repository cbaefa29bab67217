// Records the checkout's events of all pages of a browser context. They are kept in the test's process, because a page
// loses its own variables when it navigates to the hosted page or to the shop's thank-you page.
import type { BrowserContext, Page } from '@playwright/test'
import { eventNames } from '../../checkout/event-names.ts'
import type { TestSandbox } from '../types.ts'

export interface RecordedEvent {
  /** Such as `payment-complete`. */
  readonly name: string
  /** The attribute `order` of the element; for a payout its `session`. */
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

/** The record of a page's context; `undefined` if no fixture of ours made the context. */
export const recordOf = (page: Page): ContextRecord | undefined => records.get(page.context())

const binding = 'payinCheckoutRecordEvent'

/** Records the events of every page that the context opens from now on. */
export async function recordEvents(context: BrowserContext, sandbox: TestSandbox): Promise<void> {
  const recorded = new Map<Page, RecordedEvent[]>()
  await context.exposeBinding(binding, ({ page }, event: RecordedEvent) => {
    if (page) recorded.set(page, [...(recorded.get(page) ?? []), event])
  })
  const names = ['payment', 'payout'].flatMap((prefix) => eventNames.map((name) => `${prefix}-${name}`))
  await context.addInitScript(listen, { names, binding })
  records.set(context, { sandbox, eventsOf: (page) => recorded.get(page) ?? [] })
}

/** Runs in the page before its scripts. */
function listen({ names, binding }: { names: readonly string[]; binding: string }): void {
  const recorded: ((event: RecordedEvent) => void) | undefined = Reflect.get(window, binding)
  for (const name of names) {
    document.addEventListener(name, (event) => {
      const element = event.composedPath()[0]
      if (!(element instanceof Element)) return
      const order = element.getAttribute('order') ?? element.getAttribute('session')
      recorded?.({ name, order, detail: JSON.parse(JSON.stringify((event as CustomEvent).detail)) })
    })
  }
}
