// Sets the address of the language files. Import it before define.ts: elements in the page render as soon as they are defined.
import { setLocaleSource } from './platform/browser-locales.ts'

/** The hash of `locales/index.json`. The build inserts it. */
declare const LOCALES_INTEGRITY: string

// `document.currentScript` may be an element of the page with that name (DOM clobbering). In a module it is null; there
// the stack of an error contains the script's address.
const { currentScript } = document
const src =
  currentScript instanceof HTMLScriptElement
    ? currentScript.src
    : /\w+:\/\/\S+?(?=:\d+:\d+\)?$)/m.exec(`${new Error().stack}`)?.[0]
try {
  setLocaleSource({ base: new URL('locales/', src).href, integrity: LOCALES_INTEGRITY })
} catch {
  // No address, or one without folders, such as `data:` or `blob:`. The element works, in English.
}
