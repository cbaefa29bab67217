// The calls of a shop's back office to `payin-checkout/merchant` (docs/merchant.md#paying-out). They are no part of the protocol:
// no page may call them, and a server in another language needs none of them.
import { alert, alertList, payout } from './answers.ts'
import { payoutRequest, settleRequest } from './backoffice-requests.ts'
import { alertExamples, payoutExamples } from './examples.ts'
import type { ContractOperation } from './operation.ts'
import { ofAnyBody, ofAnyCall, problems } from './problems.ts'

const ofBackOffice = { 401: problems.noToken, ...ofAnyCall }

export const backofficeOperations: readonly ContractOperation[] = [
  {
    id: 'createPayout',
    method: 'POST',
    path: '/backoffice/payouts',
    tag: 'Back office',
    summary: 'Pay somebody out',
    description: 'A `reference` is paid out once. A repeated call gives the same session with the same code.',
    parameters: ['Idempotency-Key'],
    request: { body: payoutRequest, isRequired: true, examples: payoutExamples.request },
    answers: {
      201: {
        description: 'The session of the payout, and the code for its recipient.',
        body: payout,
        headers: ['Cache-Control'],
        examples: payoutExamples.answer,
      },
      400: problems.badRequest,
      ...ofAnyBody,
      ...ofBackOffice,
      404: problems.noBackOffice,
      409: problems.paidOut,
      422: problems.wrongFields,
    },
  },
  {
    id: 'readPayout',
    method: 'GET',
    path: '/backoffice/payouts/{reference}',
    tag: 'Back office',
    summary: 'Read a payout',
    description: 'The session that paid the reference out, else its newest one.',
    parameters: ['order_reference'],
    answers: {
      200: {
        description: 'The session as it is now.',
        body: payout,
        headers: ['Cache-Control'],
        examples: payoutExamples.answer,
      },
      ...ofBackOffice,
      404: problems.noReference,
    },
  },
  {
    id: 'listAlerts',
    method: 'GET',
    path: '/backoffice/alerts',
    tag: 'Back office',
    summary: 'List what a person must look at',
    description: 'The open alerts first, each with what to do and how it can be settled now.',
    parameters: [],
    answers: {
      200: {
        description: 'The latest alerts.',
        body: alertList,
        headers: ['Cache-Control'],
        examples: alertExamples.list,
      },
      ...ofBackOffice,
      404: problems.noBackOffice,
    },
  },
  {
    id: 'settleAlert',
    method: 'POST',
    path: '/backoffice/alerts/{id}/settle',
    tag: 'Back office',
    summary: 'Settle an alert',
    description:
      'Says what became of the money. Settling moves no money: give it back at the service first. The same answer twice is no mistake.',
    parameters: ['alert'],
    request: { body: settleRequest, isRequired: true, examples: alertExamples.request },
    answers: {
      200: {
        description: 'The settled alert.',
        body: alert,
        headers: ['Cache-Control'],
        examples: alertExamples.answer,
      },
      400: problems.badBody,
      ...ofAnyBody,
      ...ofBackOffice,
      404: problems.noAlert,
      409: problems.settledOtherwise,
      422: problems.wrongFields,
    },
  },
]
