// What a benchmark is: one file of this folder, which takes a scale and gives rows of the one table.

/** What the ratio has to be. Without a budget it is told, not judged. */
export type Budget = { readonly atLeast: number } | { readonly atMost: number } | null

export interface Row {
  readonly benchmark: string
  /** With its unit. */
  readonly ours: string
  /** What it was measured against in the same run, and what that needed. */
  readonly comparedWith: string
  readonly ratio: number
  readonly budget: Budget
}

/** How much of everything. A test runs all benchmarks with next to nothing. */
export interface Scale {
  /** Reads that are held at once. */
  readonly held: number
  /** Over how many sessions they are spread, where they are. */
  readonly sessions: number
  /** Webhooks that come at once. */
  readonly webhooks: number
  /** Of each side, in turns. */
  readonly rounds: number
  readonly roundMs: number
  /** Of each subject in the browser, in turns. */
  readonly turns: number
  /** That are followed from the service to the page. */
  readonly payments: number
}

/** One file of this folder. @param say tells what is being done; it takes a while */
export type Benchmark = (scale: Scale, report: (what: string) => void) => Promise<Row[]>

/** Tells whether the ratio keeps its budget; `null` where there is none. */
export function keeps({ ratio, budget }: Pick<Row, 'ratio' | 'budget'>): boolean | null {
  if (budget === null) return null
  return 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost
}
