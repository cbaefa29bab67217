import { hashOf } from './capability.ts'

/** A hash of the choice, with its fields in a fixed order. Only the hash is stored, because a choice may contain an IBAN. */
export const choiceHash = (choice: object | null): string =>
  hashOf(JSON.stringify(Object.entries(choice ?? {}).sort()))
