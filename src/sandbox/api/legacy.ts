// The transaction interface, directly under {base_url}: bank transfers and the merchant on-ramp.
import { type Context, Hono } from 'hono'
import type { OperationId } from '../openapi/description.ts'
import { parseBody } from '../openapi/validation.ts'
import { Problem, validationProblem } from '../problem.ts'
import type { BankTransfer, BankTransfers } from '../service/bank-transfers.ts'
import type { BankTransferIntent, OnRampIntent } from '../service/intents.ts'
import type { OnRamps } from '../service/on-ramps.ts'
import type { ApiEnv, ApiMiddleware } from './api-middleware.ts'
import { calledOrigin } from './called-origin.ts'
import { readJsonBody } from './json-body.ts'

export type LegacyOptions = {
  bankTransfers: BankTransfers
  onRamps: OnRamps
  /** `update-status` "also sends the webhook notification". */
  notifyBankTransfer(transfer: BankTransfer): void
  notifyOnRamp(uuid: string): void
}

export function createLegacy({ operation }: Pick<ApiMiddleware, 'operation'>, options: LegacyOptions) {
  const { bankTransfers, onRamps } = options

  function get(c: Context<ApiEnv>) {
    const uuid = String(c.get('parameters').transactionId).toLowerCase()
    return c.json(bankTransfers.find(uuid) ?? onRamps.find(uuid) ?? unknownTransaction())
  }

  return new Hono<ApiEnv>({ strict: true })
    .post('/transaction/create-bank-transfer', operation('createBankTransfer'), async (c) => {
      const intent = await read<BankTransferIntent>(c, 'createBankTransfer')
      return c.json({ transactionId: bankTransfers.create(intent).uuid })
    })
    .get('/transaction/', operation('getTransaction'), get)
    .get('/transaction', operation('getTransaction'), get)
    .post('/transaction/generatePaymentLink', operation('generatePaymentLink'), async (c) => {
      const uuid = await readTransactionId(c, 'generatePaymentLink')
      const transfer = bankTransfers.find(uuid)
      if (!transfer) {
        throw onRamps.find(uuid)
          ? new Problem(409, 'This transaction is an on-ramp; its link comes from generate-link.')
          : unknownTransaction()
      }
      const paymentLink = bankTransfers.makeLink(uuid, calledOrigin(c))
      if (paymentLink !== undefined) return c.json({ paymentLink })
      throw new Problem(
        409,
        `This transaction is ${transfer.paymentStatus}; there is nothing left to authorize.`,
      )
    })
    .post('/transaction/update-status', operation('updateTransactionStatus'), async (c) => {
      const uuid = await readTransactionId(c, 'updateTransactionStatus')
      const transfer = bankTransfers.find(uuid)
      if (transfer) options.notifyBankTransfer(transfer)
      const onRamp = transfer ? undefined : onRamps.find(uuid)
      if (onRamp) options.notifyOnRamp(uuid)
      const { paymentStatus } = transfer ?? onRamp ?? unknownTransaction()
      return c.json({ paymentStatus })
    })
    .post('/payments/on-ramp-merchant/hosted/generate-link', operation('generateOnRampLink'), async (c) =>
      c.json(onRamps.generateLink(await read<OnRampIntent>(c, 'generateOnRampLink'), calledOrigin(c))),
    )
}

async function read<Intent>(c: Context<ApiEnv>, operation: OperationId): Promise<Intent> {
  const parsed = parseBody(operation, (await readJsonBody(c)).value)
  if (parsed.ok) return parsed.value as Intent
  throw validationProblem(parsed.errors)
}

async function readTransactionId(c: Context<ApiEnv>, operation: OperationId): Promise<string> {
  return (await read<{ transactionId: string }>(c, operation)).transactionId.toLowerCase()
}

function unknownTransaction(): never {
  throw new Problem(404, 'No transaction has this id.')
}
