// The calls of the merchant protocol (docs/protocol.md#calls). Paths are below the endpoint.
import { bankList, instrumentList } from './answers.ts'
import { createRequest, linkRequest } from './create-request.ts'
import {
  bankExamples,
  createExamples,
  instrumentExamples,
  linkExamples,
  sessionExamples,
} from './examples.ts'
import type { ContractOperation } from './operation.ts'
import { ofAnyBody, ofAnyCall, problems } from './problems.ts'
import { session } from './session.ts'

const { mayNotPay, tooMany } = problems

export const protocolOperations: readonly ContractOperation[] = [
  {
    id: 'createSession',
    method: 'POST',
    path: '/sessions',
    tag: 'Payments',
    summary: 'Start a payment',
    description:
      'Sent when the shopper presses pay. The same key gives the same session, also at the same time and after a restart. ' +
      'Take the price from your order, never from the browser.',
    parameters: ['Idempotency-Key'],
    request: { body: createRequest, isRequired: true, examples: createExamples },
    answers: {
      201: {
        description: 'The session, with the address of its hosted page.',
        body: session,
        headers: ['Cache-Control'],
        examples: sessionExamples.payable,
      },
      400: problems.badRequest,
      ...ofAnyBody,
      403: mayNotPay,
      409: problems.cannotBePaid,
      422: problems.wrongRequest,
      429: problems.tooManyCreates,
      ...ofAnyCall,
    },
  },
  {
    id: 'readSession',
    method: 'GET',
    path: '/sessions/{id}',
    tag: 'Payments',
    summary: 'Read a payment',
    description:
      'The session as it is now, without an address. With `If-None-Match` and `Prefer: wait=20` the server may hold the answer ' +
      'until the session changes. A server that ignores both headers is polled.',
    parameters: ['session', 'If-None-Match', 'Prefer'],
    answers: {
      200: {
        description:
          'The session. `redirect_url` is `null`; a small server without link requests may repeat the address.',
        body: session,
        headers: ['Cache-Control', 'ETag', 'Preference-Applied'],
        examples: sessionExamples.read,
      },
      304: {
        description: 'The client has this version already, or a held read has ended without a change.',
        body: null,
        headers: ['Cache-Control', 'ETag', 'Preference-Applied'],
      },
      404: problems.noSession,
      429: tooMany,
      ...ofAnyCall,
    },
  },
  {
    id: 'linkSession',
    method: 'POST',
    path: '/sessions/{id}/link',
    tag: 'Payments',
    summary: 'Get the address of the hosted page',
    description:
      'Sent each time that the widget opens the page again, and for the QR code. Check each time whether the order still has the ' +
      'price of this session and can still be paid. A server without this call answers 404: the widget then opens the address that ' +
      'it knows.',
    isOptional: true,
    parameters: ['session'],
    request: { body: linkRequest, isRequired: false, examples: linkExamples },
    answers: {
      200: {
        description:
          'The session, with the address of its hosted page. `null`: there is nothing to open now.',
        body: session,
        headers: ['Cache-Control'],
        examples: sessionExamples.payable,
      },
      400: problems.badBody,
      ...ofAnyBody,
      403: problems.otherOrigin,
      404: problems.noSession,
      409: problems.cannotBePaid,
      422: problems.wrongCode,
      429: problems.tooManyLinks,
      ...ofAnyCall,
    },
  },
  {
    id: 'listBanks',
    method: 'GET',
    path: '/banks',
    tag: 'Choice',
    summary: 'List banks',
    description: 'The service’s list of banks. The widget skips entries without `id` and `name`.',
    isOptional: true,
    parameters: ['page', 'page_size'],
    answers: {
      200: {
        description: 'A page of banks.',
        body: bankList,
        headers: ['Cache-Control'],
        examples: bankExamples,
      },
      404: problems.notOffered,
      422: problems.wrongPage,
      429: tooMany,
      ...ofAnyCall,
    },
  },
  {
    id: 'listInstruments',
    method: 'GET',
    path: '/instruments',
    tag: 'Choice',
    summary: 'List the shopper’s saved accounts',
    description: 'The masked accounts of the signed-in shopper. `404` hides the choice.',
    isOptional: true,
    parameters: [],
    answers: {
      200: {
        description: 'The accounts; an empty list for a guest.',
        body: instrumentList,
        headers: ['Cache-Control'],
        examples: instrumentExamples,
      },
      404: problems.notOffered,
      429: tooMany,
      ...ofAnyCall,
    },
  },
  {
    id: 'showReturnPage',
    method: 'GET',
    path: '/return',
    tag: 'Payments',
    summary: 'The page that shoppers return to',
    description:
      'An HTML page that holds `<payin-return>`. It may have any address: you give it to the service as `return_url`.',
    isOptional: true,
    parameters: ['return_session'],
    answers: {
      200: { description: 'The page.', body: 'html', headers: ['Cache-Control'] },
    },
  },
]
