// The site's additions to plain Markdown: anchors, links from page to page, diagrams, and wide blocks that
// scroll separately. The Markdown files contain nothing only for the site.
import { posix } from 'node:path'
import type { Markdown, Token } from '@11ty/eleventy'
import { drawDiagram } from './diagrams.ts'
import { pageOf, relativeTo } from './document-list.ts'
import { createAnchors } from './headings.ts'

/**
 * Sets up the Markdown of the site.
 * @param files the documents that have a page
 */
export function amendMarkdown(files: ReadonlySet<string>): (markdown: Markdown) => void {
  return (markdown) => {
    markdown.set({ html: true, linkify: false })
    markdown.core.ruler.push('anchors', ({ tokens }) => nameHeadings(tokens))
    markdown.core.ruler.push('links', ({ tokens, env }) => {
      for (const { children } of tokens) leadLinks(children ?? [], env.file, files)
    })
    const { rules } = markdown.renderer
    rules.heading_open = (tokens, at) => headingStart(tokens[at])
    rules.heading_close = (tokens, at) => headingEnd(tokens, at)
    rules.table_open = () => '<div class="wide" tabindex="0"><table>\n'
    rules.table_close = () => '</table></div>\n'
    // An empty heading cell must not be a header for screen readers.
    rules.th_open = (tokens, at) => (isEmptyCell(tokens, at) ? '<td>' : '<th>')
    rules.th_close = (tokens, at) => (isEmptyCell(tokens, at - 2) ? '</td>' : '</th>')
    rules.fence = (tokens, at) => block(tokens[at], `diagram-${at}`, markdown.utils.escapeHtml)
  }
}

const isEmptyCell = (tokens: Token[], at: number) => tokens[at + 1]?.content === ''

/** The search lists each heading with an anchor below its page; the first heading would only repeat the page. */
function headingStart(token: Token | undefined): string {
  const { tag = 'h2' } = token ?? {}
  const anchor = token?.attrGet('id') ?? ''
  return tag === 'h1' ? `<span id="${anchor}"></span><h1>` : `<${tag} id="${anchor}">`
}

/** A link to the heading, so that its address can be copied. */
function headingEnd(tokens: Token[], at: number): string {
  const { tag = 'h2' } = tokens[at] ?? {}
  const anchor = tokens[at - 2]?.attrGet('id') ?? ''
  const text = tokens[at - 1]?.content.replace(/[`*<>"&]/g, '') ?? ''
  const link = `<a class="anchor" href="#${anchor}" aria-label="Link to: ${text}" data-pagefind-ignore>#</a>`
  return tag === 'h1' ? `</${tag}>\n` : ` ${link}</${tag}>\n`
}

function nameHeadings(tokens: Token[]): void {
  const anchorFor = createAnchors()
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open') return
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('')
    token.attrSet('id', anchorFor(text))
  })
}

/** Changes each link to the page of its document. A link to a source file keeps its text and loses its target. */
function leadLinks(tokens: Token[], file: string, pages: ReadonlySet<string>): void {
  let isDropped = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = hrefOnSite(token.attrGet('href') ?? '', file, pages)
      isDropped = href === null
      if (href !== null) token.attrSet('href', href)
    }
    if (!isDropped || !/^link_(open|close)$/.test(token.type)) continue
    // An empty inline token renders nothing.
    Object.assign(token, { type: 'text', content: '' })
  }
}

/** The address of a link on the page of a file, or `null` if its target is not on the site. */
export function hrefOnSite(href: string, file: string, pages: ReadonlySet<string>): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), path))
  if (!pages.has(target)) return null
  return relativeTo(pageOf(file), pageOf(target)) + (anchor === undefined ? '' : `#${anchor}`)
}

function block(token: Token | undefined, name: string, escapeHtml: (text: string) => string): string {
  const { content = '', info = '' } = token ?? {}
  if (info.trim() !== 'mermaid')
    return `<pre tabindex="0"><code data-language="${escapeHtml(info.trim())}">${escapeHtml(content)}</code></pre>\n`
  const source = `<details class="diagram-source"><summary>The diagram as text</summary><pre tabindex="0"><code>${escapeHtml(content)}</code></pre></details>`
  return `<div class="diagram"><div class="wide" tabindex="0">${drawDiagram(content, name)}</div>${source}</div>\n`
}
