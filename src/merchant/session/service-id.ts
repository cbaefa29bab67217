// The ids that the service gives to payments. It may write one UUID in upper case in an answer and in lower case in the
// next.

/** Whether two ids of the service name one payment. `null`: there is no payment yet, so it is no other one's. */
export const isSameServiceId = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase()

/** The same, with the spelling of its id that is known already. */
export function withKnownId<T extends { readonly id: string }>(knownId: string | null, fetched: T): T {
  return knownId !== null && isSameServiceId(knownId, fetched.id) ? { ...fetched, id: knownId } : fetched
}
