// Builds the example pages and the document site before the journeys begin, unless they are up to date. Not in each worker: the
// pages of one worker would load the files that another one replaces.
import { execFileSync } from 'node:child_process'

/** Playwright's global set-up. */
export default function buildFolders(): void {
  for (const script of ['scripts/build-examples.ts', 'scripts/build-docs.ts'])
    execFileSync(process.execPath, ['--import', 'tsx', script], { stdio: 'inherit' })
}
