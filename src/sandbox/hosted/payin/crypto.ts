// The crypto transfer: an address, then the network's confirmations, which are computed from the clock.
import { encodeQR } from 'qr'
import { isOpen } from '../../service/statuses.ts'
import { renderConfirmations, renderTransferPage } from './crypto-pages.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { confirmationsNeeded, transferOf } from './transfer-request.ts'

export function mountCrypto({ always, whileOpen, ...flow }: PayinFlow): void {
  const askForTransfer = flow.whenOpen((c, step) => c.html(renderTransferPage(step, transferOf(step))))
  always.get('/crypto', (c, step) => {
    const confirmations = countConfirmations(step, flow.nextChangeAt(step))
    if (confirmations === undefined) return askForTransfer(c, step)
    return c.html(renderConfirmations(step, confirmations))
  })

  always.get('/crypto/qr.svg', (c, step) => {
    const { uri } = transferOf(step)
    return c.body(encodeQR(uri, 'svg', { ecc: 'medium' }), 200, { 'Content-Type': 'image/svg+xml' })
  })

  always.post('/crypto/sent', (c, step) => {
    if (!isOpen(step.payin.status))
      return c.redirect(step.visit.crypto?.sentAt ? `${step.path}/crypto` : step.path, 303)
    const leadsTo = flow.pay(step)
    if (flow.statusNow(step) !== 'AUTHORIZED') return c.redirect(leadsTo, 303)
    step.visit.crypto = { sentAt: step.now, completesAt: flow.nextChangeAt(step) }
    return c.redirect(`${step.path}/crypto`, 303)
  })

  whileOpen.post('/crypto/too-little', (c, step) => {
    step.visit.crypto = { tooLittle: true }
    return c.redirect(`${step.path}/crypto`, 303)
  })
}

/** `undefined` when no transfer was sent, or when the payin ended in another way. */
function countConfirmations(
  { payin, visit, now }: PayinStep,
  nextChangeAt: number | null,
): number | undefined {
  const { sentAt, completesAt } = visit.crypto ?? {}
  if (sentAt === undefined) return undefined
  if (payin.status === 'COMPLETED') return confirmationsNeeded
  if (payin.status !== 'AUTHORIZED' && payin.status !== 'SETTLED') return undefined
  // No change is planned: in this scenario the network never confirms.
  const endsAt = nextChangeAt ?? completesAt
  if (typeof endsAt !== 'number') return 1
  const share = (now - sentAt) / Math.max(1, endsAt - sentAt)
  return Math.min(confirmationsNeeded - 1, Math.floor(share * confirmationsNeeded))
}
