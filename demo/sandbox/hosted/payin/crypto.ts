// The crypto transfer: an address, then the network's confirmations, which are computed from the clock.
import type { Hono } from 'hono'
import { encodeQR } from 'qr'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { renderConfirmations, renderTransferPage } from './crypto-pages.ts'
import type { PayinFlow } from './payin-flow.ts'
import type { PayinStep } from './payin-step.ts'
import { confirmationsNeeded, transferOf } from './transfer-request.ts'

export function mountCrypto(app: Hono<SandboxEnv>, flow: PayinFlow): void {
  app.get('/pay/:token/crypto', (c) => {
    const found = flow.find(c)
    if (found instanceof Response) return found
    const confirmations = countConfirmations(found, flow.nextChangeAt(found))
    if (confirmations !== undefined) return c.html(renderConfirmations(found, confirmations))
    const step = flow.enter(c)
    if (step instanceof Response) return step
    return c.html(renderTransferPage(step, transferOf(step)))
  })

  app.get('/pay/:token/crypto/qr.svg', (c) => {
    const step = flow.find(c)
    if (step instanceof Response) return step
    const { uri } = transferOf(step)
    return c.body(encodeQR(uri, 'svg', { ecc: 'medium' }), 200, { 'Content-Type': 'image/svg+xml' })
  })

  app.post('/pay/:token/crypto/sent', (c) => {
    const step = flow.find(c)
    if (step instanceof Response) return step
    if (!flow.isOpen(step))
      return c.redirect(step.visit.crypto?.sentAt ? `${step.path}/crypto` : step.path, 303)
    const leadsTo = flow.pay(step)
    const now = flow.find(c)
    const isPromised = !(now instanceof Response) && now.payin.status === 'AUTHORIZED'
    if (!isPromised) return c.redirect(leadsTo, 303)
    step.visit.crypto = { sentAt: step.now, completesAt: flow.nextChangeAt(step) }
    return c.redirect(`${step.path}/crypto`, 303)
  })

  app.post('/pay/:token/crypto/too-little', (c) => {
    const step = flow.enter(c)
    if (step instanceof Response) return step
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
