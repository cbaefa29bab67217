// Mistakes in the input of a person, from options or from a scenario file.

/** A wrong field, and the rest of a sentence that begins with its name, such as "must be a number." */
export interface Mistake {
  readonly field: string
  readonly sentence: string
}

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] }

/** "A number from 0 to 1." as the end of a sentence: "must be a number from 0 to 1." */
export function mustBe(wanted: string): string {
  const text = wanted.replace(/^Must be /, '').replace(/; empty:.*$/, '.')
  return `must be ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** A mistake for each field that is not allowed. */
export function unknownFields(given: object, fields: readonly string[], what: string): readonly Mistake[] {
  const takes = fields.length === 0 ? 'it takes none' : `it takes ${fields.join(', ')}`
  return Object.keys(given)
    .filter((field) => !fields.includes(field))
    .map((field) => ({ field, sentence: `does not go with ${what}; ${takes}.` }))
}
