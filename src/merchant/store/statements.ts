/**
 * Takes a text of SQL apart into its statements: many clients send one at a time. For text of this package, whose quotes and
 * comments are in pairs: `'…'`, `$$ … $$` and `--` to the end of a line.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [part] of sql.matchAll(/--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|[;]|[^;'$-]+|[\s\S]/g)) {
    if (part.startsWith('--')) continue
    if (part !== ';') statement += part
    else {
      statements.push(statement.trim())
      statement = ''
    }
  }
  return [...statements, statement.trim()].filter((each) => each !== '')
}
