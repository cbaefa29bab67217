/**
 * An error that the person who runs the server corrects: a setting, a port, a database. The message holds all that this
 * person needs, also when nobody catches the error: it has no stack, and no `cause` and no further property, which Node would
 * print below it. The cause may hold an address with a password.
 */
export abstract class OperatorError extends Error {
  constructor(message: string) {
    // Without this, Node prints the line of the library that has thrown. `Reflect`: an assignment throws where it is frozen.
    const limit = Error.stackTraceLimit
    Reflect.set(Error, 'stackTraceLimit', 0)
    super(message)
    Reflect.set(Error, 'stackTraceLimit', limit)
  }

  /** What `console.error` prints. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `${this.name}: ${this.message}`
  }
}
