const defaultTimeoutMs = 30_000

/** Tries until it succeeds. @throws the error of the last try, when the time is up */
export async function eventually<T>(attempt: () => Promise<T>, timeoutMs = defaultTimeoutMs): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
