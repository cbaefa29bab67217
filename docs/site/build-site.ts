// Builds the document site: Eleventy makes a page from each Markdown file, and Pagefind makes the search index. All
// addresses are relative, so the folder can be served from any path of any static host.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Eleventy, { type EleventyConfig } from '@11ty/eleventy'
import { close, createIndex } from 'pagefind'
import { groupsOfSite, pageOf, relativeTo } from './document-list.ts'
import { sectionsOf } from './headings.ts'
import { amendMarkdown } from './markdown.ts'

const folder = 'docs/site'

/**
 * Writes the whole site. Build `dist/` first: the site contains its script and its languages.
 * @param out an empty folder
 * @throws when a document cannot be read, drawn or indexed
 */
export async function buildSite(out: string): Promise<void> {
  const eleventy = new Eleventy(`${folder}/pages`, out, { quietMode: true, config: configure })
  await eleventy.write()
  await indexWords(out)
}

function configure(config: EleventyConfig): void {
  const groups = groupsOfSite()
  const documents = groups.flatMap(({ documents }) => documents)
  config.setUseGitIgnore(false)
  config.setLayoutsDirectory('../layouts')
  config.addFilter('here', function (path) {
    return relativeTo(this.page.url.slice(1), path)
  })
  config.addFilter('sections', sectionsOf)
  config.addGlobalData(
    'groups',
    groups.map(({ title, documents }) => ({
      title,
      documents: documents.map((document) => ({ ...document, page: pageOf(document.file) })),
    })),
  )
  // The texts contain braces, so no template language may process them.
  for (const { file, title } of documents) {
    const data = {
      layout: 'document.liquid',
      title,
      file,
      permalink: `/${pageOf(file)}`,
      templateEngineOverride: 'md',
    }
    config.addTemplate(`${folder}/pages/${file}`, readFileSync(file, 'utf8'), data)
  }
  config.amendLibrary('md', amendMarkdown(new Set(documents.map(({ file }) => file))))
  config.addPassthroughCopy({
    [`${folder}/static`]: '/',
    'docs/pictures': 'docs/pictures',
    'dist/payin-checkout.js': 'assets/payin-checkout.js',
    'dist/locales': 'assets/locales',
    'demo/shop/assets/event-text.js': 'try/event-text.js',
  })
}

async function indexWords(out: string): Promise<void> {
  try {
    const { index, errors } = await createIndex()
    if (!index) throw new Error(`The search index could not be made: ${errors.join(' ')}`)
    const added = await index.addDirectory({ path: out, glob: '**/*.html' })
    const written = await index.writeFiles({ outputPath: join(out, 'pagefind') })
    const wrong = [...added.errors, ...written.errors]
    if (wrong.length > 0) throw new Error(`Pages could not be indexed for the search: ${wrong.join(' ')}`)
  } finally {
    // Pagefind runs as a separate process.
    await close()
  }
}
