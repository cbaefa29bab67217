/**
 * Checks that a value can be written as JSON. The error names the path of the part that cannot.
 * @throws {TypeError} for a BigInt or a cycle
 */
export function assertJson(value: unknown, path: string, above: readonly object[] = []): void {
  if (typeof value === 'bigint') throw new TypeError(`\`${path}\` is a BigInt, which JSON cannot hold.`)
  if (typeof value !== 'object' || value === null) return
  if (above.includes(value)) throw new TypeError(`\`${path}\` contains itself, which JSON cannot hold.`)
  for (const [key, part] of Object.entries(value)) assertJson(part, `${path}.${key}`, [...above, value])
}
