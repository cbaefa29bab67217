// The type of `payin-checkout/locales/…`: the files themselves are data that the build turns into modules.
import type { Sentences } from './sentences.ts'

/** A language, for `addLocale`. */
declare const sentences: Sentences
export default sentences
