// What a test starts and does not end itself: it is ended after the test, and must then leave nothing behind.

const ends: (() => void)[] = []

/** Ends something after the test. Ending it twice does no harm. */
export function endsWithTest(end: () => void): void {
  ends.push(end)
}

/** Ends what the test has started, the newest first. */
export function endAll(): void {
  for (const end of ends.splice(0).reverse()) end()
}
