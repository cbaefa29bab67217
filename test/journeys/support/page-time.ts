// Changes the time that a page reads. Its timers stay real: a fake clock would race with the browser's own work.
import type { Page } from '@playwright/test'

/** As after a computer's sleep: the clock is ahead, and every timer continues where it was. */
export const sleepMinutes = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    const { now } = Date
    Date.now = () => now() + ms
  }, minutes * 60_000)

/** Stops the page's time during some work, so that no timeout ends because this machine is slow. */
export async function inNoTime(page: Page, happens: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const stopped = Date.now()
    Object.assign(window, { resumeTime: Date.now })
    Date.now = () => stopped
  })
  await happens()
  await page.evaluate(() => {
    Date.now = (window as unknown as { resumeTime: typeof Date.now }).resumeTime
  })
}
