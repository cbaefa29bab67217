// The type of `payin-checkout/locales/…`. The files themselves are data, and the build turns them into modules.
import type { Messages } from './messages.ts'

/** A language, for `addLocale`. */
declare const messages: Messages
export default messages
