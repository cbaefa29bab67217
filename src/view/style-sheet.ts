import css from './styles.css?inline'

const sheets = new WeakMap<Document, CSSStyleSheet>()

/**
 * The one style sheet of a document, shared by all its elements. Constructable, because a strict `style-src` refuses
 * `<style>` (FACTS 19); no other document takes it.
 */
export function styleSheet(document: Document): CSSStyleSheet {
  const { CSSStyleSheet } = document.defaultView ?? globalThis
  const sheet = sheets.get(document) ?? new CSSStyleSheet()
  if (!sheets.has(document)) sheet.replaceSync(css)
  sheets.set(document, sheet)
  return sheet
}
