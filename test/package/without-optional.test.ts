// A shop that has installed only this package: optional packages must not be needed, and a shop that uses a part that needs
// one gets a message that names the package to install.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedFor } from '../../scripts/release/sbom.ts'
import { assertBuilt, dist, lockedPackages, root } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'payin-shop-'))
const installed = join(folder, 'node_modules')
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

beforeAll(() => {
  assertBuilt()
  for (const place of [...installedFor(lockedPackages), 'node_modules/@types/node']) {
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    symlinkSync(join(root, place), join(folder, place))
  }
  // A copy, because a link would find the packages of this project.
  mkdirSync(join(installed, 'payin-checkout'))
  cpSync(dist, join(installed, 'payin-checkout/dist'), { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'payin-checkout/package.json'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(code: string): Promise<string> {
  const args = ['--input-type=module', '-e', code]
  return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout.trim()
}

describe('without the packages that only some shops need', () => {
  test.each([
    ['prometheus', 'prometheusMetrics', 'prom-client'],
    ['opentelemetry', 'openTelemetrySpans', '@opentelemetry/api'],
    ['opentelemetry', 'openTelemetryMetrics', '@opentelemetry/api'],
  ])(
    'payin-checkout/merchant/%s can be imported, and the error of %s names the missing package %s',
    async (entry, name, needed) => {
      const output = await run(`
      import { MissingPackage } from 'payin-checkout/merchant'
      import { ${name} } from 'payin-checkout/merchant/${entry}'
      const error = await ${name}().catch((error) => error)
      console.log(error instanceof MissingPackage, error.message)`)
      expect(output).toBe(`true The package ${needed} is missing. Install it: npm install ${needed}`)
    },
  )

  test('the types of the merchant compile, also those of libraries', { timeout: 60_000 }, () => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['shop.ts'] }))
    writeFileSync(
      join(folder, 'shop.ts'),
      `import { createMerchant, isLine, jsonLines, type OnEvent } from 'payin-checkout/merchant'
       const onEvent: OnEvent = (event) => { if (isLine(event)) console.log(event.time, event.ms) }
       export const start = async (options: Parameters<typeof createMerchant>[0]) =>
         (await createMerchant({ ...options, onEvent: [onEvent, jsonLines()] })).serve()`,
    )
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
