// Files of tests that `npm test` leaves to `npm test -- --long`: each takes long, and a change elsewhere rarely breaks what it
// looks at. `npx vitest run FILE` and `npx playwright test FILE` run each of them at any time. What finds a broken rule
// (test/broken-rules/rules.ts) stays in the short form; test/unit/scripts/long-tests.test.ts checks that.

export const longTests: readonly string[] = [
  // Processes that die at each step.
  'test/crash/every-await.test.ts',
  'test/crash/payout.test.ts',
  'test/money/cleaned.property.test.ts',
  // Databases that fall silent, restart, fill up or have a second server, and floods of requests.
  'test/unit/merchant/back-pressure.test.ts',
  'test/unit/merchant/database-full.test.ts',
  'test/unit/merchant/database-restarts.test.ts',
  'test/unit/merchant/database-silent.test.ts',
  'test/unit/merchant/directory-lock.test.ts',
  'test/unit/merchant/directory-servers.test.ts',
  'test/unit/merchant/failover.test.ts',
  'test/unit/merchant/flood.test.ts',
  'test/unit/merchant/own-connections.test.ts',
  'test/unit/merchant/shutdown.test.ts',
  'test/unit/merchant/standby.test.ts',
  'test/unit/merchant/webhook-flood.test.ts',
  // Hostile input in large numbers, and the simulation with each of its faults.
  'test/faults/client-under-faults.test.ts',
  'test/simulation/mutants.test.ts',
  'test/unit/cli/doctor/hostile-markup.test.ts',
  'test/unit/cli/doctor/hostile.test.ts',
  'test/unit/merchant/hostile-text.property.test.ts',
  // `verify` against a server for each promise that it may break.
  'test/unit/cli/verify/verify.test.ts',
  // The contrast of every color with each set of tokens, on each kind of page.
  'test/component/readable.test.ts',
  // The package as it is published.
  'test/package/published.test.ts',
]

/** Names of journeys on pages that are no shop's, on many servers, and with each of many similar ways to pay. */
export const longJourneys: readonly string[] = [
  'backoffice',
  'control-panel',
  'docs-site',
  'docs-try',
  'documents',
  'examples',
  'gallery',
  'hosted-pages',
  'playground',
  'testing',
  'three-servers',
]
