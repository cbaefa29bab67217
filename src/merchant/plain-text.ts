// Which strings from outside may reach the database and the service. A Postgres text cannot contain NUL, and half of a
// surrogate pair is no character. Without this check both would fail late, as an error of the database.

const control = /[\p{Cc}\p{Cs}]/u
const unstorable = /[\0\p{Cs}]/u

/** Whether a string has no control characters. For ids and names, which have no line breaks either. */
export const isPlain = (text: string): boolean => !control.test(text)

/** The JSON Pointer of the first string in a JSON value that cannot be stored; `null` when there is none. */
export function findUnstorable(json: unknown): string | null {
  // No recursion: the sender decides how deep a body is nested, and could overflow the stack.
  const waiting: { readonly value: unknown; readonly pointer: string }[] = [{ value: json, pointer: '' }]
  // What the shop's own code gives may refer to itself.
  const seen = new Set<object>()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, pointer } = next
    if (typeof value === 'string' && unstorable.test(value)) return pointer
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const [name, inner] of Object.entries(value)) {
      if (unstorable.test(name)) return pointer
      waiting.push({ value: inner, pointer: `${pointer}/${escapeInPointer(name)}` })
    }
  }
  return null
}

/** Escapes one step of a JSON Pointer (RFC 6901). */
export const escapeInPointer = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1')
