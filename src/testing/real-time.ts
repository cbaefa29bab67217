// Time and network as they were when this module was loaded. A test may put fake timers or a fetch of its own in their
// place; the sandbox is somebody else's computer, which nothing of that reaches.
const { setTimeout, clearTimeout, fetch } = globalThis
const { now } = Date

export const realFetch: typeof globalThis.fetch = (input, init) => fetch(input, init)

/** As the sandbox asks for its clock. */
export const realClock = {
  now: () => now(),
  setTimeout: (run: () => void, delayMs: number): unknown => setTimeout(run, delayMs),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
}

const pollMs = 25

/**
 * Waits until something is so. Answers whether it is, after `timeoutMs` at the latest.
 * @param isSo asked every 25 ms
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
