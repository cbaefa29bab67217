// The walks of CONTRIBUTING.md: tables of the functions that a payment passes.
import type { NamedFunction } from './called.ts'

/**
 * The stops of one walk, in order.
 * @param rows of its table: the file and the function, each in backticks, and what it adds
 */
export const stopsOf = (rows: readonly (readonly string[])[]): NamedFunction[] =>
  rows.map(([, file = '', name = '']) => ({
    file: unquoted(file),
    name: unquoted(name).replace(/\(\)$/, ''),
  }))

const unquoted = (cell: string) => cell.replaceAll('`', '')

/** Each call's first time, in order. */
export const firstOfEach = (calls: readonly string[]): string[] => [...new Set(calls)]
