// Writes a scenario to a temporary file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export function scenarioFile(...lines: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'payin-scenario-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'story.yaml')
  writeFileSync(file, lines.join('\n'))
  return file
}
