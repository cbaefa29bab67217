// `npm run build`: the script-tag file, the ESM entries and their types into dist/, and what the script costs a shopper.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import { minify } from 'terser'
import { build } from 'vite'
import { localeFiles } from './locale-files.ts'

/** What the script costs today, rounded up: it grows only on purpose (docs/decisions/script-size.md). */
const budgetBytes = 20_500

rmSync('dist', { recursive: true, force: true })
mkdirSync('dist/locales', { recursive: true })
for (const [name, text] of localeFiles().files) writeFileSync(`dist/locales/${name}`, text)
for (const mode of ['script', 'production']) await build({ mode, logLevel: 'warn' })
// A second pass over what Vite made: it finds a few hundred bytes that the first one leaves.
const built = readFileSync('dist/payin-checkout.js', 'utf8')
const { code = built } = await minify(built, { ecma: 2020, compress: { passes: 3 }, toplevel: true })
writeFileSync('dist/payin-checkout.js', code)
const tsc = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc')
execFileSync(process.execPath, [tsc, '-p', 'src/tsconfig.build.json'], { stdio: 'inherit' })

const script = readFileSync('dist/payin-checkout.js')
const bytes = brotliCompressSync(script).length
console.log(`dist/payin-checkout.js: ${script.length} bytes, ${bytes} as brotli (budget ${budgetBytes})`)
if (bytes > budgetBytes) {
  console.error(`The script is ${bytes - budgetBytes} bytes over its budget.`)
  process.exitCode = 1
}
