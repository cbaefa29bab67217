// How the texts of variables are read. A text that cannot be read has a sentence of its own, which names the variable.
import { z } from 'zod'
import { parseIban, type Settlement } from '../../server/index.ts'

export const text = z.string().optional()

/** A list in a variable, separated by commas. */
export const listIn = (given: string): string[] =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const listed = z.string().transform(listIn).optional()

/** A port in a variable. */
export const portIn = (name: string, other: number) =>
  z
    .string()
    .default(String(other))
    .refine((given) => /^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65_535, {
      error: `${name} must be a port number from 1 to 65535.`,
    })
    .transform(Number)

/** `service_balance`, `bank_account:{iban}` or `crypto_transfer:polygon:{address}` (payments-v2, Settlement methods). */
export const settlement = text.transform((given, context): Settlement | undefined => {
  if (given === undefined) return undefined
  const [method, first = '', address = ''] = given.split(':').map((part) => part.trim())
  const account = parseIban(first)
  if (method === 'service_balance' && given === method) return { method }
  if (method === 'bank_account' && 'iban' in account) return { method, iban: account.iban }
  if (method === 'crypto_transfer' && first === 'polygon' && /^0x[0-9a-f]{40}$/i.test(address))
    return { method, address, network: first }
  context.addIssue({
    code: 'custom',
    message:
      'SETTLEMENT must be service_balance, bank_account:{your IBAN} or crypto_transfer:polygon:{your 0x address}. Unset it to be paid as agreed with the service.',
  })
  return undefined
})

/** A number of days, or `ever`. */
export const days = z
  .string()
  .regex(/^(\d{1,6}|ever)$/, {
    error: 'KEEP_FOR must be a whole number of days, such as 400, or ever: nothing is cleaned.',
  })
  .transform((given) => (given === 'ever' ? null : Number(given)))
  .optional()
