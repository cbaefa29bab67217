/** The sandbox cannot be reached, refuses, or is not where a test expects it. The message says what to do. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
