// Reads a posted form.
import type { Context } from 'hono'
import { Problem } from '../problem.ts'

export type Form = {
  /** The trimmed text of a field. A missing field, or a file, is the empty string. */
  text(name: string): string
  /** Every value of a field, such as ticked boxes. */
  all(name: string): readonly string[]
  /** The text of each field, to fill the form again. */
  texts(): Readonly<Record<string, string>>
}

/** @throws {Problem} 400 when the body is not a form */
export async function readForm(c: Context): Promise<Form> {
  let data: FormData
  try {
    data = await c.req.formData()
  } catch {
    throw new Problem(400, 'The form could not be read. Go back and send it again.')
  }
  const all = (name: string) =>
    data.getAll(name).map((value) => (typeof value === 'string' ? value.trim() : ''))
  const text = (name: string) => all(name)[0] ?? ''
  return { text, all, texts: () => Object.fromEntries([...data.keys()].map((name) => [name, text(name)])) }
}
