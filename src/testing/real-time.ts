// The clock and fetch from when this module was loaded. A test may later install fake timers or its own fetch. The sandbox
// stands for another computer, so these must not affect it.
const { setTimeout, clearTimeout, fetch } = globalThis
const { now } = Date

export const realFetch: typeof globalThis.fetch = (input, init) => fetch(input, init)

/** The clock in the sandbox's form. */
export const realClock = {
  now: () => now(),
  setTimeout: (run: () => void, delayMs: number): unknown => setTimeout(run, delayMs),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
}

const pollMs = 25

/**
 * Waits for a condition, at most `timeoutMs`. Resolves to whether it became true.
 * @param condition checked every 25 ms
 */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  timeoutMs: number,
): Promise<boolean> {
  const endsAt = now() + timeoutMs
  for (;;) {
    if (await condition()) return true
    if (now() >= endsAt) return false
    await new Promise<void>((resolve) => setTimeout(resolve, pollMs))
  }
}
