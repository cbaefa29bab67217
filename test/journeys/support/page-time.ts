// Changes the time that a page reads. Its timers stay real: a fake clock would race with the browser's own work.
import type { Page } from '@playwright/test'

/** As after a computer's sleep: its clocks are ahead, and every timer continues where it was. */
export const sleepMinutes = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    for (const clock of [Date, performance]) {
      const now = clock.now.bind(clock)
      clock.now = () => now() + ms
    }
  }, minutes * 60_000)

/** Stops the page's time during some work, so that no timeout ends because this machine is slow. */
export async function inNoTime(page: Page, happens: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const stopped = performance.now()
    performance.now = () => stopped
  })
  await happens()
  // The browser's own function is on the prototype.
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
}
