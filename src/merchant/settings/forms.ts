// Checks each setting by itself, by its row: its form, and what a well-formed value may be.
import { z } from 'zod'
import { noSuchOption } from './numbers.ts'
import { rows } from './rows.ts'
import type { GivenSettings, OptionName, ServiceSettings, SettingNames } from './settings.ts'

const options = Object.entries(rows) as [OptionName, (typeof rows)[OptionName]][]
const formsOf = (isOne: (option: string) => boolean, prefix = '') =>
  Object.fromEntries(
    options.flatMap(([option, { form }]) =>
      isOne(option) ? [[option.slice(prefix.length), form.optional()]] : [],
    ),
  )
const shape = z.strictObject({
  ...formsOf((option) => !option.includes('.')),
  service: z.strictObject(formsOf((option) => option.startsWith('service.'), 'service.')),
})

/** The settings that have the right form. A wrong one is left out, so that it does not hide the others' mistakes. */
export type WellFormedSettings = Partial<Omit<GivenSettings, 'service'>> & {
  readonly service?: ServiceSettings | undefined
}

/** Splits settings into those with the right form, and one message for each mistake. */
export function checkForm(
  given: Partial<GivenSettings>,
  { nameOf, listed }: SettingNames,
): { wellFormed: WellFormedSettings; mistakes: readonly string[] } {
  const read = shape.safeParse(given)
  if (read.success) return { wellFormed: given, mistakes: [] }
  const wellFormed: Record<string, unknown> = { ...given }
  const sentences = read.error.issues.map((issue) => {
    const [first = '', second] = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') return noSuchOption(issue.path, issue.keys)
    const isOfService = first === 'service' && second !== undefined
    const option = (isOfService ? `service.${second}` : first) as OptionName
    const hasOwnSentence = issue.code === 'custom' && issue.message !== 'Invalid input'
    // What has the right type stays, so that it is compared with the others.
    if (!hasOwnSentence && isOfService)
      wellFormed.service = { ...(wellFormed.service as object), [second]: undefined }
    else if (!hasOwnSentence) delete wellFormed[first]
    const sentence = hasOwnSentence ? issue.message : rows[option].must
    return `${nameOf(option)} ${sentence.replace(/\{([\w.]+)\}/g, (_, name) =>
      name === 'listed' ? listed(option) : nameOf(name as OptionName),
    )}`
  })
  return { wellFormed, mistakes: sentences }
}
