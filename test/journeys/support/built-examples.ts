// Builds the example pages before the journeys begin, as `npm run server` does.
import { execFileSync } from 'node:child_process'

/** Playwright's global set-up. */
export default function buildExamples(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-examples.ts'], { stdio: 'inherit' })
}
