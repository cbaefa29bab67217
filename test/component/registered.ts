// The elements under their own names, with fake ports. Import this before a framework's entry, which does not
// replace a registered name.
import { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { PayinReturnElement } from '../../src/elements/payin-return.tsx'
import { PayoutClaimElement } from '../../src/elements/payout-claim.ts'
import { type FakePorts, fakePorts } from '../support/fake-ports.ts'

const worlds = new WeakMap<Element, FakePorts>()

/** The ports of one element. */
export function portsOf(element: Element): FakePorts {
  const ports = worlds.get(element) ?? fakePorts()
  worlds.set(element, ports)
  return ports
}

class Checkout extends PayinCheckoutElement {
  protected override get ports(): FakePorts {
    return portsOf(this)
  }
}

class Claim extends PayoutClaimElement {
  protected override get ports(): FakePorts {
    return portsOf(this)
  }
}

class Return extends PayinReturnElement {
  protected override get ports(): FakePorts {
    return portsOf(this)
  }
}

customElements.define('payin-checkout', Checkout)
customElements.define('payout-claim', Claim)
customElements.define('payin-return', Return)
