// A shopper in a browser. Finds controls by role and name, in the language of the page.
import { textsFor } from '../../sandbox/index.ts'
import { waitUntil } from '../real-time.ts'
import { SandboxError } from '../sandbox-error.ts'
import { type HostedAddress, parseHostedAddress } from './hosted-address.ts'
import type { HostedControl, HostedPage } from './hosted-page.ts'
import { type FindMoves, type Flow, type Move, movesAfterDecision } from './moves.ts'

/** More pages than any payment has. */
const maxPages = 12

export interface Walk {
  /** The goal for messages, such as `pay with card`. */
  readonly goal: string
  readonly timeoutMs: number
  movesFor(flow: Flow): FindMoves | undefined
}

/** Goes through the hosted pages. @throws {SandboxError} that names the page where it failed */
export async function walkInBrowser(page: HostedPage, { goal, timeoutMs, movesFor }: Walk): Promise<void> {
  const { flow } = await waitForHostedPage(page, goal, timeoutMs)
  const { origin } = new URL(page.url())
  const hasLeft = () =>
    page.isClosed() || parseHostedAddress(page.url())?.flow !== flow || new URL(page.url()).origin !== origin
  const find = movesFor(flow)
  if (!find) throw new SandboxError(`Cannot ${goal} here: ${await describe(page)} does not offer it.`)

  let decided = false
  for (let pages = 0; pages < maxPages; pages++) {
    const found = await findMove(page, decided ? movesAfterDecision : find)
    if (hasLeft() || (decided && !found)) return
    if (!found) throw new SandboxError(`Cannot ${goal} here: ${await describe(page)} has no control for it.`)
    const { move, control } = found
    const before = page.url()
    // A window that closes during the last press has finished.
    const failure = await performMove(page, move, control, timeoutMs).catch((error: Error) => error)
    if (failure && !hasLeft()) {
      const seen = await describe(page)
      throw new SandboxError(`Cannot ${goal}: ${seen} did not accept it. ${failure.message}`, {
        cause: failure,
      })
    }
    const isOver = () => hasLeft() || page.url() !== before
    const hasChanged = await waitUntil(async () => isOver() || (await isGone(control)) || isOver(), timeoutMs)
    if (!hasChanged)
      throw new SandboxError(`Cannot ${goal}: ${await describe(page)} is still there after the press.`)
    if (hasLeft()) return
    decided ||= move.decides === true
    await loaded(page)
    if (decided && (await findMove(page, find))) {
      throw new SandboxError(`Cannot ${goal}: ${await describe(page)} did not accept what was entered.`)
    }
  }
  throw new SandboxError(`Cannot ${goal}: after ${maxPages} pages it still shows ${await describe(page)}.`)
}

/** Waits for the address, because a window often opens before its address is set. */
async function waitForHostedPage(page: HostedPage, goal: string, timeoutMs: number): Promise<HostedAddress> {
  const there = await waitUntil(
    () => page.isClosed() || parseHostedAddress(page.url()) !== undefined,
    timeoutMs,
  )
  const hostedAddress = page.isClosed() ? undefined : parseHostedAddress(page.url())
  if (there && hostedAddress) {
    await loaded(page)
    return hostedAddress
  }
  const seen = await describe(page)
  throw new SandboxError(
    `Cannot ${goal}: ${seen} is not a hosted page of a sandbox. Give the window that the checkout opened, or the shop's own page if it redirects.`,
  )
}

const loaded = (page: HostedPage) => page.waitForLoadState('domcontentloaded').catch(() => {})

const isGone = (control: HostedControl) =>
  control.count().then(
    (count) => count === 0,
    () => true,
  )

/** The first move whose controls are all on the page. */
async function findMove(page: HostedPage, find: FindMoves) {
  const hostedAddress = page.isClosed() ? undefined : parseHostedAddress(page.url())
  if (!hostedAddress) return undefined
  const language = await page
    .locator('html')
    .getAttribute('lang')
    .catch(() => null)
  for (const move of find(hostedAddress.step, textsFor(language ?? 'en'))) {
    const { choose, fill = [], press } = move
    const needed = choose
      ? [page.getByRole('radio', { name: choose.label, exact: true })]
      : [controlOf(page, press), ...fill.map(({ label }) => page.getByLabel(label, { exact: true }))]
    const counts = await Promise.all(needed.map((control) => control.count().catch(() => 0)))
    if (counts.every((count) => count > 0)) return { move, control: controlOf(page, press) }
  }
  return undefined
}

const controlOf = (page: HostedPage, { role, label }: Move['press']) =>
  page.getByRole(role, { name: label, exact: true }).first()

async function performMove(
  page: HostedPage,
  { choose, fill = [] }: Move,
  control: HostedControl,
  timeout: number,
) {
  if (choose) await page.getByRole('radio', { name: choose.label, exact: true }).first().check({ timeout })
  // Not by their labels: the hidden panel of a saved card has a security code, too.
  for (const { name, value } of fill) await page.locator(`input[name="${name}"]`).fill(value, { timeout })
  await control.click({ timeout })
}

/** A page for messages: its title and its path without the token. */
async function describe(page: HostedPage): Promise<string> {
  if (page.isClosed()) return 'the window, which is closed,'
  const title = await page.title().catch(() => '')
  const hostedAddress = parseHostedAddress(page.url())
  const address = hostedAddress ? `/${hostedAddress.flow}/…${hostedAddress.step}` : page.url()
  return `the page "${title}" (${address})`
}
