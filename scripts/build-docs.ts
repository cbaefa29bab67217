// Builds the document site from the Markdown files and the built script, unless none of them has changed.
//
//   npm run docs -- --serve [--port=4200]   shows it at this machine's loopback address until Ctrl-C
import { parseArgs } from 'node:util'
import { type Built, buildFolder } from './stamp.ts'

const { values: options } = parseArgs({
  options: { serve: { type: 'boolean', default: false }, port: { type: 'string', default: '4200' } },
})
const site: Built = {
  from: [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'docs',
    'src/sandbox/README.md',
    'demo/shop/assets/event-text.js',
    'server-example/README.md',
    'examples',
    'dist/payin-checkout.js',
    'dist/locales',
    'package-lock.json',
    'scripts/build-docs.ts',
  ],
  out: '.cache/docs-site',
  stamp: '.cache/docs-site.stamp',
}

await buildFolder(site, async (stage) => {
  // Imported only here, because the generator takes long to load.
  const { buildSite } = await import('../docs/site/build-site.ts')
  await buildSite(stage)
})
if (options.serve) {
  const { serveSite } = await import('../docs/site/serve-site.ts')
  const { url } = await serveSite(site.out, { path: '/', port: Number(options.port) })
  console.log(`The documents are at ${url} until you press Ctrl-C.`)
} else console.log(`The documents are in ${site.out}: put the folder on any static host, at any path.`)
