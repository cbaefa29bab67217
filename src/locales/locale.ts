// The type of `payin-checkout/locales/…`: the files themselves are data that the build turns into modules.
import type { Messages } from './messages.ts'

/** A language, for `addLocale`. */
declare const messages: Messages
export default messages
