import { OperatorError } from './operator-error.ts'

/** Thrown when the server cannot listen at the address. The message holds the remedy. */
export class CannotListen extends OperatorError {
  override readonly name = 'CannotListen'
}
