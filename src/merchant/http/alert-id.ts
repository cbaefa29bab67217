// Reads the number of an alert from an address.
import { NoSuchAlert } from '../errors/alert-errors.ts'

/**
 * The number of an alert, in the spelling of the list only: `1e3` and `0x1` are numbers, too.
 * @throws {NoSuchAlert}
 */
export function alertIdOf(written: string): number {
  if (!/^[1-9]\d*$/.test(written)) throw new NoSuchAlert()
  return Number(written)
}
