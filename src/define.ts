// Registers the elements: the only import with a side effect.
import { PayinCheckoutElement } from './elements/payin-checkout.ts'
import { PayinReturnElement } from './elements/payin-return.tsx'
import { PayoutClaimElement } from './elements/payout-claim.ts'

/** Registers an element unless its name is registered already: a page may load the script twice (docs/internals/browser-facts.md#properties-set-before-the-script-loads). */
function define(name: string, element: CustomElementConstructor): void {
  if (typeof customElements !== 'undefined' && !customElements.get(name)) customElements.define(name, element)
}

define('payin-checkout', PayinCheckoutElement)
define('payout-claim', PayoutClaimElement)
define('payin-return', PayinReturnElement)

export { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement }
