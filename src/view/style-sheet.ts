import css from './styles.css?inline'

const sheets = new WeakMap<Document, CSSStyleSheet>()

/**
 * The style sheet of a document, shared by all its elements. A constructed sheet, because a strict `style-src` refuses
 * `<style>` (docs/internals/browser-facts.md#what-a-strict-policy-allows). It can be used only in the document for which it was made.
 */
export function styleSheet(document: Document): CSSStyleSheet {
  const { CSSStyleSheet } = document.defaultView ?? globalThis
  const sheet = sheets.get(document) ?? new CSSStyleSheet()
  if (!sheets.has(document)) sheet.replaceSync(css)
  sheets.set(document, sheet)
  return sheet
}
