// Reads what a person gives to settle an alert, as a program sends it in JSON and as the back office page sends it in a form.
import { z } from 'zod'
import { NoSuchAlert } from '../errors/alert-errors.ts'
import { settlements } from '../order/rules/settled.ts'
import { findUnstorable } from '../plain-text.ts'

/** A larger number is no integer of Postgres. */
const maxId = 2 ** 31 - 1

/** Who settles: a name or an e-mail address. */
export const operator = text(100)

export const settlement = z.object({
  as: z.enum(settlements, { error: `Must be one of ${settlements.join(', ')}.` }),
  by: operator,
  note: text(1_000).nullish(),
})

function text(most: number) {
  return z
    .string('Must be a text.')
    .trim()
    .min(1, 'Must not be empty.')
    .max(most, `Must have at most ${most} characters.`)
    .refine((given) => findUnstorable(given) === null, 'Must have no NUL and no half characters.')
}

/**
 * The number of an alert, in the spelling of the list only: `1e3` and `0x1` are numbers, too.
 * @throws {NoSuchAlert}
 */
export function alertIdOf(written: string): number {
  if (!/^[1-9]\d*$/.test(written) || Number(written) > maxId) throw new NoSuchAlert()
  return Number(written)
}
