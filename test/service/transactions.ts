// The legacy interface, called as a merchant, and its hosted pages, used as a payer.
import type { BankTransfer } from '../../src/sandbox/service/bank-transfers.ts'
import type { OnRamp } from '../../src/sandbox/service/on-ramps.ts'
import { payAtBank } from './payer.ts'
import type { Fields, Page, Problem, RunningService } from './support.ts'
import type { Visitor } from './visitor.ts'

export const transferBody = (more: Fields = {}): Fields => ({
  amount: '25.00',
  names: 'Mara Lind',
  userId: 'examplecompany42',
  ...more,
})

export const onRampBody = (more: Fields = {}): Fields => ({
  amount: 50,
  names: 'Mara Lind',
  userId: '42',
  userEmail: 'mara@example.test',
  ...more,
})

export function legacyOf(service: RunningService) {
  const tryTransfer = (more: Fields) =>
    service.post<Problem & { transactionId: string }>(
      'createBankTransfer',
      '/transaction/create-bank-transfer',
      transferBody(more),
    )
  const tryLink = (transactionId: unknown) =>
    service.post<Problem & { paymentLink: string }>(
      'generatePaymentLink',
      '/transaction/generatePaymentLink',
      { transactionId },
    )
  const tryOnRamp = (more: Fields) =>
    service.post<Problem & { hostedLink: string; expiresAt: string }>(
      'generateOnRampLink',
      '/payments/on-ramp-merchant/hosted/generate-link',
      onRampBody(more),
    )

  async function anyBankId(): Promise<string> {
    const { body } = await service.get<Page<{ id: string }>>('listBanks', '/api/v2/banks?page_size=1')
    return body.content[0]?.id ?? ''
  }

  /** The transaction id of the newest on-ramp, from the control panel: the link does not contain it. */
  async function newestOnRampId(): Promise<string> {
    const { on_ramps } = await service.state()
    return String(on_ramps[0]?.uuid)
  }

  return {
    tryTransfer,
    tryLink,
    tryOnRamp,
    createTransfer: async (more: Fields = {}) => (await tryTransfer(more)).body.transactionId,
    makeLink: async (id: string) => (await tryLink(id)).body.paymentLink,
    readTransfer: async (id: string) =>
      (await service.get<BankTransfer>('getTransaction', `/transaction/?transactionId=${id}`)).body,
    readOnRamp: async (id: string) =>
      (await service.get<OnRamp>('getTransaction', `/transaction/?transactionId=${id}`)).body,
    updateStatus: (transactionId: unknown) =>
      service.post('updateTransactionStatus', '/transaction/update-status', { transactionId }),
    createOnRamp: async (more: Fields = {}) => {
      const { body } = await tryOnRamp(more)
      return { ...body, id: await newestOnRampId() }
    },
    /** From a flow's first page to the bank's decision. */
    payAtSomeBank: async (visitor: Visitor, url: string, user?: string) =>
      payAtBank(await visitor.open(`${(await visitor.open(url)).url}/bank`), await anyBankId(), user),
  }
}
