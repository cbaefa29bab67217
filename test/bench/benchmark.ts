// A benchmark: one file of this folder, which takes a scale and returns rows of the table.

/** The required ratio. Without a budget the ratio is only reported. */
export type Budget = { readonly atLeast: number } | { readonly atMost: number } | null

export interface Row {
  readonly benchmark: string
  /** With its unit. */
  readonly ours: string
  /** The comparison in the same run, with its figure. */
  readonly comparedWith: string
  readonly ratio: number
  readonly budget: Budget
}

/** The amount of work. A test runs benchmarks with a minimal scale. */
export interface Scale {
  /** Simultaneous held reads. */
  readonly held: number
  /** The number of sessions over which they are spread. */
  readonly sessions: number
  /** Simultaneous webhooks. */
  readonly webhooks: number
  /** Rounds of each side, in turns. */
  readonly rounds: number
  readonly roundMs: number
  /** Rounds of each subject in the browser, in turns. */
  readonly turns: number
  /** Payments that are followed from the service to the page. */
  readonly payments: number
}

/** One file of this folder. @param report prints the current step, because a benchmark takes long */
export type Benchmark = (scale: Scale, report: (what: string) => void) => Promise<Row[]>

/** Whether the ratio keeps its budget; `null` without a budget. */
export function keeps({ ratio, budget }: Pick<Row, 'ratio' | 'budget'>): boolean | null {
  if (budget === null) return null
  return 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost
}
