// `npm run build`: the package into dist/, and what its script costs a shopper. Nobody who reads dist/ notices, and
// builders wait for each other.
//
//   npm run build -- --if-changed   nothing, when dist/ holds what would be built: for commands that need it
//   npm run build -- --out=folder   somewhere else than dist/, as deep as that
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { oneBuilder } from './one-builder.ts'
import { sizeBudgets } from './size-budgets.ts'
import { staged } from './staged.ts'
import { dist, isFresh, sourcesOf, writeStamp } from './stamp.ts'

const { values: options } = parseArgs({
  options: { out: { type: 'string', default: dist.out }, 'if-changed': { type: 'boolean', default: false } },
})
const out = resolve(options.out)
const budgetBytes = sizeBudgets['payin-checkout.js']

if (out === resolve(dist.out)) await oneBuilder(buildDist)
else await build()
checkSize()

async function buildDist(): Promise<void> {
  // Asked only when it is our turn: the one before has perhaps just built it.
  if (options['if-changed'] && isFresh(dist)) return
  const sources = sourcesOf(dist)
  await build()
  writeStamp(dist, sources)
}

async function build(): Promise<void> {
  // Only here: Vite alone takes longer to load than to see that nothing has changed.
  const { buildPackage } = await import('./build-package.ts')
  await staged(out, buildPackage)
  // Not where a table or a server's address is awaited.
  if (!options['if-changed']) printSize()
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
