// Numbers that a shop may give in code in place of ours: limits of requests and times of connections.
import { z } from 'zod'

/** The form of given numbers: each has one of our names. NaN is none: every comparison with it is false, so it limits nothing. */
export const numbersForm = (ours: object) =>
  z
    .strictObject(Object.fromEntries(Object.keys(ours).map((name) => [name, z.number().min(0).optional()])))
    .optional()

/** Ours, with those that are given. `undefined`, as a variable that is not set, is not given. */
export const withGiven = <Numbers extends object>(ours: Numbers, given: Partial<Numbers> = {}): Numbers => ({
  ...ours,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})

/** The message about names that no option has. */
export const noSuchOption = (path: readonly PropertyKey[], keys: readonly string[]): string =>
  `There is no option ${keys.map((key) => [...path, key].join('.')).join(', ')}. Check its spelling.`

/** What is wrong with an option, as messages. @param form of objects and numbers */
export function numberMistakes(option: string, form: z.ZodType, given: unknown): readonly string[] {
  const issues = form.safeParse(given).error?.issues ?? []
  return issues.map((issue) => {
    const path = [option, ...issue.path]
    if (issue.code === 'unrecognized_keys') return noSuchOption(path, issue.keys)
    const isObject = issue.code === 'invalid_type' && issue.expected === 'object'
    return `${path.join('.')} must be ${isObject ? 'an object' : 'a finite number from 0. Leave it out for the default'}.`
  })
}
