/**
 * A value as it will be after a way through JSON: what the page changes in it later does not change what is sent.
 *
 * @param read returns the value. It may throw, as a getter of the page may.
 * @param path names the value in the message
 * @throws {TypeError} for a BigInt, a cycle, or a getter or `toJSON` that throws. The message names the part.
 */
export function frozenJson(read: () => unknown, path: string, above: readonly unknown[] = []): unknown {
  let value: unknown
  const refuse = (why: string): never => {
    throw new TypeError(`\`${path}\` ${why}.`)
  }
  try {
    value = read()
    const text = JSON.stringify(value)
    return text && JSON.parse(text)
  } catch (error) {
    if (typeof value === 'bigint') refuse('is a BigInt, which JSON cannot hold')
    if (above.includes(value)) refuse('contains itself, which JSON cannot hold')
    for (const key of Object.keys(Object(value)))
      frozenJson(() => (value as Record<string, unknown>)[key], `${path}.${key}`, [...above, value])
    return refuse(`cannot be written as JSON: ${error}`)
  }
}
