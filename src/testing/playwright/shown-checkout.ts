// A snapshot of the checkouts of a page and of their recorded events. Matchers decide by it and print it when they fail.
import type { Page } from '@playwright/test'
import { describePayment } from '../payments.ts'
import { type ContextRecord, type RecordedEvent, recordOf } from './recorded-events.ts'

interface ShownCheckout {
  readonly tag: string
  readonly order: string | null
  readonly phase: string
  readonly session: {
    readonly status: string
    readonly outcome: string
    readonly reference?: string | null
    readonly status_details?: string | null
  } | null
  readonly error: { readonly kind: string; readonly message: string } | null
  /** The visible text. */
  readonly text: string
}

export interface PageSnapshot {
  readonly elements: readonly ShownCheckout[]
  readonly recorded: readonly RecordedEvent[]
}

/** The checkouts of an order, or all, in all frames of a page and in open shadow roots. */
export async function takeSnapshot(page: Page, order: string | undefined): Promise<PageSnapshot> {
  const perFrame = page.isClosed() ? [] : page.frames().map((frame) => readElements(frame).catch(() => []))
  const elements = (await Promise.all(perFrame)).flat()
  const isMeant = (named: string | null, reference: string | null | undefined) =>
    order === undefined || named === order || reference === order
  return {
    elements: elements.filter((each) => isMeant(each.order, each.session?.reference)),
    recorded: (recordOf(page)?.eventsOf(page) ?? []).filter((each) =>
      isMeant(each.order, each.detail.reference),
    ),
  }
}

const readElements = (frame: ReturnType<Page['mainFrame']>): Promise<ShownCheckout[]> =>
  frame.locator('payin-checkout, payout-claim').evaluateAll((elements) =>
    elements.map((element) => {
      const { state } = element as Element & { state?: Pick<ShownCheckout, 'phase' | 'session' | 'error'> }
      const parts = [...(element.shadowRoot?.children ?? [])].filter(({ tagName }) => tagName !== 'STYLE')
      const { phase = 'not defined: the script has not run', session = null, error = null } = state ?? {}
      return {
        tag: element.localName,
        order: element.getAttribute('order') ?? element.getAttribute('session'),
        phase,
        session: session && JSON.parse(JSON.stringify(session)),
        error: error && { kind: error.kind, message: error.message },
        text: parts
          .map((part) => (part as HTMLElement).innerText.trim())
          .join(' ')
          .replace(/\s+/g, ' '),
      }
    }),
  )

/** The lines of a failure: what the page shows, its events, and the payments in the sandbox. */
export async function describeSnapshot(
  page: Page,
  order: string | undefined,
  { elements, recorded }: PageSnapshot,
): Promise<string> {
  const record = recordOf(page)
  const shown = elements.map(describeElement)
  const whose = order === undefined ? '' : ` of order ${order}`
  return [
    ...(shown.length > 0
      ? shown
      : [
          `The page ${addressOf(page)} shows no checkout${whose}. A shop that already knows of the payment may show the order without a checkout. Then look for what your page shows.`,
        ]),
    record
      ? `Events in the page: ${recorded.map(({ name }) => name).join(', ') || 'none'}.`
      : 'The page is not from the fixture `page` or `context`, so its events were not recorded.',
    ...(record ? await describeSandbox(record, order) : []),
  ].join('\n')
}

function describeElement({ tag, order, phase, session, error, text }: ShownCheckout): string {
  const details = session?.status_details ? ` ${session.status_details}` : ''
  const about = session ? `, session ${session.status}${details} (${session.outcome})` : ', no session'
  const fault = error ? `, error ${error.kind}: ${error.message}` : ''
  return `<${tag}>${order === null ? '' : ` of ${order}`}: phase ${phase}${about}${fault}. It shows: "${text}"`
}

const addressOf = (page: Page) => (page.isClosed() ? 'that is closed' : page.url())

const maxLines = 5

/** The sandbox's payments with the order as reference, or else the newest ones, with their webhooks. */
async function describeSandbox({ sandbox }: ContextRecord, order: string | undefined): Promise<string[]> {
  try {
    const all = await sandbox.payments()
    const meant = all.filter(({ reference }) => order !== undefined && reference === order)
    const payments = (meant.length > 0 ? meant : all).slice(0, maxLines)
    const ids = payments.map(({ id }) => id)
    const deliveries = (await sandbox.deliveries()).filter(({ paymentId }) => ids.includes(paymentId))
    const webhooks = deliveries
      .slice(-maxLines)
      .map(({ event, url, status, error }) => `  webhook ${event} to ${url}: ${error ?? status}`)
    if (payments.length === 0) return [`The sandbox (${sandbox.apiKey}) has no payments.`]
    return [
      `The sandbox (${sandbox.apiKey}) has${meant.length > 0 || order === undefined ? '' : ` no payment with the reference ${order}, but these`}:`,
      ...payments.map((payment) => `  ${describePayment(payment)}`),
      ...(webhooks.length > 0 ? webhooks : ['  no webhook was sent']),
    ]
  } catch (error) {
    return [`The sandbox cannot be read: ${error instanceof Error ? error.message : error}`]
  }
}
