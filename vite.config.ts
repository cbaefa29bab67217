// Three builds: `--mode script` makes the classic script for a <script> tag, the default mode makes the ESM entries for
// npm, and `--mode tools` makes the command line and the entries for tests, with the sandbox. The script contains Preact;
// the ESM entries import it. The tools contain the packages that only they need, so that these are not installed with every
// checkout.
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { cssTarget } from './scripts/css-target.ts'
import { leaveOutUnused, sources } from './scripts/leave-out.ts'
import { localeFiles } from './scripts/locale-files.ts'

const jsx = { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } as const

const script = {
  entry: 'src/script.ts',
  formats: ['iife' as const],
  name: 'PayinCheckout',
  fileName: () => 'payin-checkout.js',
}

const modules = {
  entry: {
    index: 'src/index.ts',
    define: 'src/define.ts',
    'react/index': 'src/react/index.ts',
    'react/use-checkout': 'src/react/use-checkout.ts',
    'preact/index': 'src/preact/index.ts',
    'preact/use-checkout': 'src/preact/use-checkout.ts',
    'vue/index': 'src/vue/index.ts',
    'vue/use-checkout': 'src/vue/use-checkout.ts',
    'svelte/index': 'src/svelte/index.ts',
    'svelte/use-checkout': 'src/svelte/use-checkout.ts',
    'server/index': 'src/server/index.ts',
    'merchant/index': 'src/merchant/index.ts',
    'merchant/next': 'src/merchant/next.ts',
    'merchant/node': 'src/merchant/node.ts',
    'merchant/postgres': 'src/merchant/postgres.ts',
    'merchant/pglite': 'src/merchant/pglite.ts',
    'merchant/drizzle': 'src/merchant/drizzle.ts',
    'merchant/kysely': 'src/merchant/kysely.ts',
    'merchant/prisma': 'src/merchant/prisma.ts',
    'merchant/knex': 'src/merchant/knex.ts',
    'merchant/store-contract': 'src/merchant/store-contract.ts',
    'merchant/prometheus': 'src/merchant/prometheus.ts',
    'merchant/opentelemetry': 'src/merchant/opentelemetry.ts',
  },
  formats: ['es' as const],
}

/** Modules that are not bundled: those of Node, and the dependencies of package.json. */
const ownDependencies = new RegExp(
  `^(node:|(${Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).join('|')})(/|$))`,
)

export default defineConfig(({ mode }) => (mode === 'tools' ? toolsConfig : widgetConfig(mode)))

/** The sandbox reads the files of its pages from its own folder, so it is one file in a separate folder. */
const toolsConfig: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true },
  resolve: { alias: { yaml: fileURLToPath(new URL('scripts/yaml-as-json.ts', import.meta.url)) } },
  build: {
    ssr: true,
    target: 'node20',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      input: {
        'cli/main': 'src/cli/main.ts',
        'testing/index': 'src/testing/index.ts',
        'testing/playwright': 'src/testing/playwright.ts',
      },
      external: ownDependencies,
      // Otherwise the output contains the path of each module, with folders of this machine if node_modules is a link.
      experimental: { attachDebugInfo: 'none' },
      output: {
        entryFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'sandbox', test: /src.sandbox./ }] },
        chunkFileNames: ({ name, moduleIds }) => {
          const isOfTests = moduleIds.every((id) => id.includes('/src/testing/'))
          return `${name === 'sandbox' ? 'sandbox' : isOfTests ? 'testing' : 'cli'}/[name].js`
        },
      },
    },
  },
}

const widgetConfig = (mode: string): UserConfig => ({
  ...(mode === 'script' && { resolve: { alias: sources }, plugins: [leaveOutUnused()] }),
  define: { LOCALES_INTEGRITY: JSON.stringify(localeFiles().integrity) },
  oxc: { jsx },
  publicDir: false as const,
  build: {
    target: 'es2022',
    cssTarget,
    emptyOutDir: false,
    minify: mode === 'script',
    sourcemap: mode !== 'script',
    lib: mode === 'script' ? script : modules,
    rolldownOptions: {
      // Nothing is external in the script: it would lack Preact, without an error.
      external: mode === 'script' ? [] : ownDependencies,
      // One file per module. From one large file, a bundler keeps everything that may have a side effect, so an import of
      // `createCheckout` alone would contain the whole widget.
      ...(mode !== 'script' && { output: { preserveModules: true, preserveModulesRoot: 'src' } }),
    },
  },
})
