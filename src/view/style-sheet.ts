import css from './styles.css?inline'

let sheet: CSSStyleSheet | undefined

/** The one style sheet, shared by all elements. Constructable, because a strict `style-src` refuses `<style>` (FACTS 19). */
export function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  return sheet
}
