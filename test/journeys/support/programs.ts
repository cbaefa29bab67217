// The programs of journeys as one file each: a program that Node reads from 300 files of TypeScript starts half as fast.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Programs that many journeys start: their names, and their files. */
const programs = { server: 'demo/server.ts', sandbox: 'src/sandbox/main.ts' }

/**
 * Bundles the programs from the sources as they are now, and tells this process and those that it starts. A global set-up
 * calls it: without it, `argumentsOf` starts a program from its sources.
 * @param folder below this project, because the programs import its packages
 */
export async function bundlePrograms(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rollupOptions: { input: programs, output: { entryFileNames: '[name].mjs' } },
    },
    plugins: [
      {
        name: 'files-beside-the-source',
        enforce: 'pre',
        // A module that reads files beside itself looks where its source is.
        transform: (code, id) =>
          code.includes('import.meta.url') && id.endsWith('.ts')
            ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  })
  process.env.BUNDLED_PROGRAMS = folder
}

/** Arguments for `node` that run a file of this project. */
export function argumentsOf(file: string): string[] {
  const bundles = process.env.BUNDLED_PROGRAMS
  const [name] = Object.entries(programs).find(([, path]) => path === file) ?? []
  // Node translates PGlite once, and not a second time for speed: no journey uses it for long enough.
  return bundles && name ? ['--liftoff-only', `${bundles}/${name}.mjs`] : ['--import', 'tsx', file]
}
