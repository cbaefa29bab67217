// Draws Mermaid blocks as pictures during the build: the reader's browser runs no script and sends no request for them.
import { renderMermaidSVG } from 'beautiful-mermaid'

/**
 * One diagram as SVG. Its colours are custom properties of the site's style sheet, so it follows light and dark.
 * @param source of the Mermaid block
 * @param name different for each diagram of a page
 * @throws when the drawing library does not support the kind of diagram
 */
export function drawDiagram(source: string, name: string): string {
  const svg = renderMermaidSVG(source, { transparent: true, padding: 8, nodeSpacing: 20 })
  return (
    svg
      // The library's styles load a font from another host.
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replace(/(<svg [^>]*?) style="[^"]*"/, '$1 aria-hidden="true"')
      // Arrow heads of several diagrams on one page have the same id.
      .replace(/(<marker id="|url\(#)/g, `$1${name}-`)
  )
}
