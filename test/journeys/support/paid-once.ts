// The required end of every journey of the fault table: the order is paid once, and completes once.
import type { Shopper } from './shopper.ts'
import { emittedNames, expect, type SandboxState, type World } from './world.ts'

/** Waits until the shopper reads "Paid", and checks the events, the service, the log and the page. */
export async function expectPaidOnce(shopper: Shopper, order: string): Promise<void> {
  const { page, world } = shopper
  // Without a webhook the server finds the change by polling, which takes longer on a busy machine.
  await expect(shopper.checkout(order)).toContainText('Paid', { timeout: 60_000 })

  expect(countOf(await emittedNames(page))).toMatchObject({ 'payment-start': 1, 'payment-complete': 1 })
  expect(await emittedNames(page)).not.toContain('payment-error')
  expect(await emittedNames(page)).not.toContain('payment-failed')
  expect((await payinsOfOrder(world, order)).map(({ status }) => status)).toEqual(['COMPLETED'])
  await expect.poll(() => logEventsOfOrder(world, order, 'fulfilled')).toHaveLength(1)
  expect(logEventsOfOrder(world, order, 'alert')).toEqual([])
  await page.reload()
  await expect(shopper.checkout(order)).toHaveCount(0)
}

/** A fault that was never applied proves nothing: expects that each fault was used, and used up. */
export async function expectFaultsUsed(world: World): Promise<void> {
  const { faults } = await world.sandboxState()
  expect(faults.filter(({ left, struck }) => left !== null || struck === 0)).toEqual([])
}

/** The payins of an order at the service. */
export async function payinsOfOrder(world: World, order: string): Promise<SandboxState['payins']> {
  return (await world.sandboxState()).payins.filter(({ reference }) => reference === order)
}

/** Lines of the merchant server's log with this event and order. */
function logEventsOfOrder(world: World, order: string, event: string): string[] {
  return world.lines.filter((line) => {
    if (!line.startsWith('{')) return false
    const logged = JSON.parse(line)
    return logged.order === order && logged.event === event
  })
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
