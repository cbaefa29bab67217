/**
 * An error that the person who runs the server corrects: a setting, a port, a database. The message holds all that this
 * person needs, also when nobody catches the error. So it has no stack, and Node prints the message once and nothing else.
 */
export abstract class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    // Without this, Node prints the line of the library that has thrown. `Reflect`: an assignment throws where it is frozen.
    const limit = Error.stackTraceLimit
    Reflect.set(Error, 'stackTraceLimit', 0)
    super(message, options)
    Reflect.set(Error, 'stackTraceLimit', limit)
  }

  /** What Node prints: not the cause, which has a stack of its own and perhaps an address with a password. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `${this.name}: ${this.message}`
  }
}
