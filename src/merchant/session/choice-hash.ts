import { hashOf } from './capability.ts'

/** The choice as a hash, its fields in one order: it may hold an IBAN, which has no place in this table. */
export const choiceHash = (choice: object | null): string =>
  hashOf(JSON.stringify(Object.entries(choice ?? {}).sort()))
