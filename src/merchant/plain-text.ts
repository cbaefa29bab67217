// Which texts from outside may go on to the database and the service. Postgres text holds no NUL, and half of a surrogate
// pair is no character: both would come back as an error of the database, long after the door.

const control = /[\p{Cc}\p{Cs}]/u
const unstorable = /[\0\p{Cs}]/u

/** Tells whether a text is without control characters; for ids and words, which have no line breaks either. */
export const isPlain = (text: string): boolean => !control.test(text)

/** Where in a JSON value, as a JSON Pointer, a text stands that cannot be stored; `null` when there is none. */
export function findUnstorable(json: unknown): string | null {
  // No recursion: how deep a body is nested is its sender's choice.
  const waiting: { readonly value: unknown; readonly pointer: string }[] = [{ value: json, pointer: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, pointer } = next
    if (typeof value === 'string' && unstorable.test(value)) return pointer
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (unstorable.test(name)) return pointer
      waiting.push({ value: inner, pointer: `${pointer}/${escapeInPointer(name)}` })
    }
  }
  return null
}

/** One step of a JSON Pointer (RFC 6901). */
export const escapeInPointer = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1')
