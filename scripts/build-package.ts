// Builds the package: the script-tag file, the ESM entries and their types. The output depends only on the
// source: two builds of one commit are the same, byte for byte.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { parse } from 'yaml'
import manifest from '../package.json' with { type: 'json' }
import { openApiDocument } from '../src/contract/openapi.ts'
import { customElementsManifest } from './custom-elements.ts'
import { editorData } from './editor-data.ts'
import { internalNames } from './internal-names.ts'
import { packageNames } from './leave-out.ts'
import { localeFiles, localeModules } from './locale-files.ts'
import { smallest } from './smallest.ts'

/** A bundler for browsers reads this file in place of a server entry. It is not JavaScript, so every such build fails. */
const inBrowser = (entry: string) =>
  `payin-checkout/${entry} holds your secret key. Import it only in code that runs on your server, never in a page.\n`

/** The same for `payin-checkout/testing`. */
const testsInBrowser =
  'payin-checkout/testing is for tests that run in Node, never for a page. In Jest: @jest-environment node.\n'

/** Licences of the contained packages, in a file beside the script. */
const licensesFile = 'third-party-licenses.txt'

type Files = ReadonlyMap<string, string>

/** Writes the package into an empty folder. */
export async function buildPackage(out: string): Promise<void> {
  // Otherwise the caller's environment would change the files.
  process.env.NODE_ENV = 'production'
  for (const folder of ['locales', 'languages']) mkdirSync(`${out}/${folder}`)
  write(`${out}/locales`, localeFiles().files)
  write(`${out}/languages`, localeModules())
  const buildAs = (mode: string) => build({ mode, logLevel: 'warn', build: { outDir: out } })
  const contained = packagesIn(await buildAs('script')).map(licenseOf)
  const installed = packagesIn(await buildAs('production'))
  if (installed.length > 0) throw new Error(`The modules contain ${installed}: name them in package.json.`)
  const tools = await buildAs('tools')
  assertMit(contained)
  // Chromium compiles every function of such a script in the background, while it arrives; other browsers read a comment.
  const compileHint = '//# allFunctionsCalledOnLoad'
  const preamble = `${compileHint}\n/*! Contains ${contained.map(({ title }) => title).join(', ')}, MIT License: ${licensesFile} */`
  const script = await smallest(readFileSync(`${out}/payin-checkout.js`, 'utf8'), {
    preamble,
    internalNames: [...internalNames, packageNames],
  })
  // The file with the version in its name never changes, so pages may cache it for ever and use its hash.
  const scripts = new Map(
    ['payin-checkout.js', `payin-checkout-${manifest.version}.js`].map((name) => [name, script]),
  )
  write(out, scripts)
  writeTypes(out)
  // The App Router of Next.js needs this directive. It is on the first line, to keep the source map valid.
  writeFileSync(`${out}/react/index.js`, `'use client';${readFileSync(`${out}/react/index.js`, 'utf8')}`)
  write(
    out,
    new Map([
      ['server/in-a-browser.js', inBrowser('server')],
      ['merchant/in-a-browser.js', inBrowser('merchant')],
      ['testing/in-a-browser.js', testsInBrowser],
      ['custom-elements.json', asJson(customElementsManifest())],
      ...[...editorData()].map(([name, data]) => [name, asJson(data)] as const),
      ['openapi.json', asJson(openApiDocument(manifest.version))],
      ['integrity.json', integrityOf(scripts)],
      [licensesFile, textOf(contained)],
    ]),
  )
  // The sandbox reads the files of its pages from its own folder.
  cpSync('src/sandbox', `${out}/sandbox`, { recursive: true, filter: (path) => !/\.(ts|md)$/.test(path) })
  writeYamlAsJson(`${out}/sandbox`)
  cpSync('src/cli/init/templates', `${out}/cli/templates`, { recursive: true })
  writeFileSync(`${out}/cli/${licensesFile}`, textOf(packagesIn(tools).map(licenseOf)))
}

const asJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** JSON is read much faster and without a parser, and a sandbox starts in each test run of a shop. */
function writeYamlAsJson(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.yaml')) continue
    const value = parse(readFileSync(`${folder}/${path}`, 'utf8'), { merge: true })
    writeFileSync(`${folder}/${path}`, `${JSON.stringify(value)}\n`)
  }
}

interface Licensed {
  readonly title: string
  readonly license: string
}

/** @param name of an installed package */
function licenseOf(name: string): Licensed {
  const folder = fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url))
  const { version, license } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[sc]e(\.(md|txt))?$/i.test(each))
  if (!file) throw new Error(`${name} has no file with its license.`)
  return { title: `${name} ${version} (${license})`, license: readFileSync(`${folder}${file}`, 'utf8') }
}

/** The script's first line names only the MIT License. */
function assertMit(all: readonly Licensed[]): void {
  const other = all.find(({ title }) => !title.endsWith('(MIT)'))
  if (other) throw new Error(`The script may contain only what is under the MIT License, not ${other.title}.`)
}

const textOf = (all: readonly Licensed[]): string =>
  all.map(({ title, license }) => `${title}\n\n${license}`).join('\n\n')

/** The installed packages that a build contains, by name. */
function packagesIn(built: Awaited<ReturnType<typeof build>>): string[] {
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (outputs.length === 0) throw new Error('A build is made once, and not watched.')
  const modules = outputs.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
  const names = modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  return [...new Set(names)].sort()
}

function write(folder: string, files: Files): void {
  for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text)
}

/** Types of every entry. TypeScript leaves `.ts` in their imports, which some tools do not accept. */
function writeTypes(out: string): void {
  const tsc = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', 'src/tsconfig.build.json', '--outDir', out], {
    stdio: 'inherit',
  })
  for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue
    const text = readFileSync(`${out}/${path}`, 'utf8')
    // The sandbox and the command line have no public types, so what names them is no public type either: the entries' types do
    // not import it.
    if (/^(sandbox|cli)\b/.test(path) || /['"](\.\.\/)+(sandbox|cli)\//.test(text)) {
      rmSync(`${out}/${path}`)
      continue
    }
    writeFileSync(
      `${out}/${path}`,
      text.replace(/((?:from|import)\s*\(?['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2'),
    )
  }
}

/** integrity.json: the `integrity` value (Subresource Integrity) of each file. */
function integrityOf(files: Files): string {
  const hashes = [...files].map(([name, text]) => [
    name,
    `sha384-${createHash('sha384').update(text).digest('base64')}`,
  ])
  const { version } = manifest
  return asJson({ version, files: Object.fromEntries(hashes) })
}
