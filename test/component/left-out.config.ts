// The component tests with the Preact and signals of the script, from which parts are left out: `npm run test:left-out`.
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { leaveOutUnused, sources } from '../../scripts/leave-out.ts'
import { componentTests } from '../../vitest.config.ts'

const { buildStart, transform } = leaveOutUnused()
const leaveOut: Plugin = {
  name: 'leave-out',
  buildStart,
  transform: (code, id) => transform(code, id.replace(/\?.*/, '')),
}

export default defineConfig({
  ...componentTests,
  test: {
    ...componentTests.test,
    exclude: [
      // Colors are of the style sheet, which is the same with both: the other tests look at the contrast.
      'test/component/readable.test.ts',
      // They use hooks and options, which only the modules have. `useCheckout` draws nothing.
      'test/component/preact.test.ts',
      'test/component/left-out.test.tsx',
      'test/component/*-hook.test.ts',
    ],
  },
  cacheDir: '.cache/left-out',
  plugins: [leaveOut],
  resolve: { alias: [...sources, ...componentTests.resolve.alias] },
  optimizeDeps: {
    include: [
      '@testing-library/preact > @testing-library/dom',
      'axe-core',
      'react',
      'react-dom/client',
      'react-dom/server',
    ],
    exclude: [
      ...['preact', 'preact/hooks', 'preact/test-utils', '@preact/signals', '@preact/signals-core'],
      ...['@testing-library/preact', 'preact-render-to-string'],
    ],
  },
})
