// The tables of a document. Needs no file system, so that tests in a page can read them too.

/** The rows of the table whose first column has this heading, without the heading. */
export function tableOf(text: string, firstColumn: string): string[][] {
  const lines = text.split('\n')
  const heading = lines.findIndex((line) => line.startsWith(`| ${firstColumn} |`))
  if (heading < 0) return []
  const rows = lines.slice(heading + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end < 0 ? rows.length : end).map(cellsOf)
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
