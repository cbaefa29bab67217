/** Titles of the tests that prove a sentence, or why none does. */
type Proof = string | readonly string[] | { test?: string | readonly string[]; why: string }
export type Section = readonly (readonly [sentence: string, proof: Proof])[]
