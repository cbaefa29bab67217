/**
 * Splits SQL text into its statements, because many clients send only one at a time. For SQL of this package only: it
 * knows `'…'`, `$$ … $$` and `--` to the end of a line, and no other quotes or comments.
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
