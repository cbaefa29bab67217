/** The sandbox cannot be reached, refuses, or is not in the expected state. The message says what to do. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
