// Where the time of a test run went.
import type { VitestReport } from './failed-tests.ts'

/** Something that took time. */
export interface Timed {
  readonly title: string
  readonly seconds: number
}

/** The files of a Vitest report that took longest, the slowest first. */
export function slowestFiles({ testResults }: VitestReport, root: string, count: number): Timed[] {
  return testResults
    .map(({ name, startTime = 0, endTime = 0 }) => ({
      title: name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name,
      seconds: (endTime - startTime) / 1_000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

/** Such as `12.3 s` or `4 min 05 s`. */
export function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}
