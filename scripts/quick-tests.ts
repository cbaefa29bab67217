// Which unit tests run in seconds: those that open no database, start no program and are not slow by their nature.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test imports that opens a database, starts a program or builds something. */
const slowImports =
  /from '[^']*(harness|each-database|own-database|own-postgres|own-pgbouncer|empty-database|lock-holder|fake-service-server|failing-postgres|shop-process|shop-load|testing-shop|small-shop|node-debugger|[\w-]+-world|telemetry-shop|built|crash\/[\w-]+|store\/(postgres|pglite)|merchant\/(postgres|pglite))(\.ts)?'|'node:child_process'|from 'typescript'/

/** Tests that take long by their nature: many random runs, real time limits, whole servers, large inputs. */
const slowFiles = [
  '.property.test.ts',
  'bench/import-sizes.test.ts',
  'checkout/next-properties.test.ts',
  'checkout/time-to-pay.test.ts',
  'cli/listen.test.ts',
  'cli/trigger.test.ts',
  'cli/verify/verify.test.ts',
  'cli/verify/watch.test.ts',
  'docs/diagrams.test.ts',
  'merchant/linear-time.test.ts',
  'merchant/listener.test.ts',
  'merchant/scrub.test.ts',
  'protocol/safe-url.test.ts',
  'sandbox/openapi-answers.test.ts',
  'sandbox/worlds.test.ts',
  'server/create-properties.test.ts',
  'testing/shopper.test.ts',
  'testing/test-sandbox.test.ts',
  'view/qr-code.test.ts',
]

/** Tells whether a test file belongs to the quick ones. */
export function isQuick(file: string, text: string): boolean {
  return !slowImports.test(text) && !slowFiles.some((end) => file.endsWith(end))
}

/** The files of tests in a folder, as `quick` and `left`, by path. */
export function sortTests(folder: string): { quick: string[]; left: string[] } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .sort()
  const quick = files.filter((file) => isQuick(file, readFileSync(file, 'utf8')))
  return { quick, left: files.filter((file) => !quick.includes(file)) }
}
