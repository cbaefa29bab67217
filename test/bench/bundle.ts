// Measures the download size of an import: Vite bundles and minifies the module, as in a merchant's own build.
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Bundle {
  /** Code that is loaded initially, without code that is imported on demand. */
  readonly script: string
  /** Style sheets that the code imports as files; ours are in the script. */
  readonly styles: string
}

export interface Bytes {
  readonly brotli: number
  readonly gzip: number
}

export interface BundleOptions {
  /** Modules that the page already has, such as its framework. */
  readonly external?: readonly string[]
  /** `iife` makes one classic script that can be evaluated anywhere. */
  readonly format?: 'es' | 'iife'
  /** Target browsers of style sheets, if they differ from Vite's default. */
  readonly cssTarget?: string[]
}

/**
 * Bundles the code of a page.
 * @param code one module; its bare imports are found from the project's folder
 * @throws {Error} when an import cannot be found
 */
export function bundle(code: string, options?: BundleOptions): Promise<Bundle> {
  const page = `${root}page-of-a-merchant.js`
  return bundleFile(page, options, {
    name: 'page',
    resolveId: (id) => (id === page ? page : null),
    load: (id) => (id === page ? code : null),
  })
}

/** Bundles a file, with all that it imports. @throws {Error} when an import cannot be found */
export async function bundleFile(
  file: string,
  { external = [], format = 'es', cssTarget }: BundleOptions = {},
  ...plugins: Plugin[]
): Promise<Bundle> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    mode: 'production',
    oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } },
    plugins,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      cssMinify: true,
      ...(cssTarget && { cssTarget }),
      modulePreload: { polyfill: false },
      rolldownOptions: { input: file, external: [...external], output: { format } },
    },
  })
  return partsOf((built as Rolldown.RolldownOutput).output)
}

function partsOf(files: Rolldown.RolldownOutput['output']): Bundle {
  const chunks = new Map<string, Rolldown.OutputChunk>()
  for (const file of files) if (file.type === 'chunk') chunks.set(file.fileName, file)
  const first = [...chunks.values()].filter((chunk) => chunk.isEntry)
  const needed = new Set(first)
  // Iterating the growing set also visits indirect imports.
  for (const { imports } of needed) for (const name of imports) add(needed, chunks.get(name))
  const styles = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  return {
    script: [...needed].map(({ code }) => code).join(''),
    styles: styles.map((file) => String((file as Rolldown.OutputAsset).source)).join(''),
  }
}

function add<T>(set: Set<T>, item: T | undefined): void {
  if (item !== undefined) set.add(item)
}

/** Transferred bytes: both files, each compressed separately. */
export function bytesOf({ script, styles }: Bundle): Bytes {
  const files = [script, styles].filter((text) => text !== '').map((text) => Buffer.from(text))
  const sum = (compress: (file: Buffer) => Buffer) =>
    files.reduce((bytes, file) => bytes + compress(file).length, 0)
  return {
    brotli: sum((file) => brotliCompressSync(file)),
    gzip: sum((file) => gzipSync(file, { level: 9 })),
  }
}
