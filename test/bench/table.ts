// The one table of all benchmarks, for a terminal or for a document.
import { type Budget, keeps, type Row } from './benchmark.ts'

const headings = ['benchmark', 'ours', 'compared with', 'ratio', 'budget', 'ok?']

const budgetText = (budget: Budget) => {
  if (budget === null) return '–'
  return 'atLeast' in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`
}

const verdict = (row: Row) => {
  const kept = keeps(row)
  return kept === null ? '–' : kept ? 'yes' : 'NO'
}

const cellsOf = (row: Row) => [
  row.benchmark,
  row.ours,
  row.comparedWith,
  // Three digits, because 0.796 does not keep a budget of 0.80.
  row.ratio.toFixed(row.ratio < 10 ? 3 : 1),
  budgetText(row.budget),
  verdict(row),
]

/** For a terminal: columns as wide as their widest cell. */
export function toText(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = line(widths.map((width) => '─'.repeat(width)))
  return [line(headings), rule, ...lines.slice(1).map(line)].join('\n')
}

/** For a document. @param taken where and when this was measured */
export function toMarkdown(rows: readonly Row[], taken: string): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const rule = `|${headings.map(() => '---').join('|')}|`
  return [line(headings), rule, ...rows.map((row) => line(cellsOf(row))), '', taken].join('\n')
}
