// Mermaid blocks as pictures, drawn while the site is built: the reader's browser runs no script for them and asks nobody.
import { renderMermaidSVG } from 'beautiful-mermaid'

/**
 * One diagram as SVG. Its colours are custom properties of the site's style sheet, so it follows light and dark.
 * @param source of the Mermaid block
 * @param name different for each diagram of a page
 * @throws where the drawing library does not know the kind of diagram
 */
export function drawDiagram(source: string, name: string): string {
  const svg = renderMermaidSVG(source, { transparent: true, padding: 8, nodeSpacing: 20 })
  return (
    svg
      // Its own styles fetch a font from another host.
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replace(/(<svg [^>]*?) style="[^"]*"/, '$1 aria-hidden="true"')
      // Several diagrams of one page have arrow heads of the same name.
      .replace(/(<marker id="|url\(#)/g, `$1${name}-`)
  )
}
