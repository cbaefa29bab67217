// The crypto transfer: an amount and an address. Who says that it was sent has paid.
import { encodeQR } from 'qr'
import { renderTransferPage } from './crypto-pages.ts'
import type { PayinFlow } from './payin-flow.ts'
import { transferOf } from './transfer-request.ts'

export function mountCrypto({ always, whileOpen, pay }: PayinFlow): void {
  whileOpen.get('/crypto', (c, step) => c.html(renderTransferPage(step, transferOf(step))))
  always.get('/crypto/qr.svg', (c, step) => {
    const { uri } = transferOf(step)
    return c.body(encodeQR(uri, 'svg', { ecc: 'medium' }), 200, { 'Content-Type': 'image/svg+xml' })
  })
  always.post('/crypto/sent', (c, step) => c.redirect(pay(step), 303))
}
