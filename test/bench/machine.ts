// The machine: its description for the document, and its limits.
import { cpus } from 'node:os'

/** Files that a process needs beside its sockets. */
const otherFiles = 200

/** How many connections one process may have. Linux and macOS report a limit; other systems have none. */
export function holdable(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const limit = report.userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit - otherFiles : Number.POSITIVE_INFINITY
}

/** The machine and the day, in a sentence. */
export function measuredOn(date: Date): string {
  const all = cpus()
  const model = all[0]?.model.trim() ?? 'unknown processor'
  return `Measured on ${date.toISOString().slice(0, 10)}: ${all.length} × ${model}, Node ${process.versions.node}, ${process.platform}.`
}
