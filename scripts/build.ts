// `npm run build`: builds the package into dist/ and prints the size of its script. Readers of dist/ see complete files.
//
//   npm run build -- --if-changed   does nothing when dist/ is up to date: for commands that need it
//   npm run build -- --out=folder   builds into another folder, at the same depth as dist/
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { sizeBudgets } from './size-budgets.ts'
import { staged } from './staged.ts'
import { buildFolder, dist } from './stamp.ts'

const { values: options } = parseArgs({
  options: { out: { type: 'string', default: dist.out }, 'if-changed': { type: 'boolean', default: false } },
})
const out = resolve(options.out)
const budgetBytes = sizeBudgets['payin-checkout.js']

if (out === resolve(dist.out)) await buildFolder(dist, build, !options['if-changed'])
else await staged(out, build)
// Not in commands that print a table or a server's address.
if (!options['if-changed']) printSize()
checkSize()

async function build(stage: string): Promise<void> {
  // Imported only here, because Vite takes longer to load than the check.
  const { buildPackage } = await import('./build-package.ts')
  await buildPackage(stage)
}

function readScript(): Buffer {
  return readFileSync(`${out}/payin-checkout.js`)
}

function printSize(): void {
  const script = readScript()
  const bytes = brotliCompressSync(script).length
  console.log(`payin-checkout.js: ${script.length} bytes, ${bytes} as brotli (budget ${budgetBytes})`)
}

function checkSize(): void {
  const bytes = brotliCompressSync(readScript()).length
  if (bytes <= budgetBytes) return
  console.error(`The script is ${bytes - budgetBytes} bytes over its budget.`)
  process.exitCode = 1
}
