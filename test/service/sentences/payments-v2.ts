// payments-v2, section by section. The table is long because the document is.
import type { Section } from './section.ts'

export const paymentsV2: Record<string, Section> = {
  'Payments Service API v2: payins, payouts, payers, banks': [
    [
      'This document covers the v2 interface served under {base_url}/api/v2 (payins, payouts, payers, banks, webhooks, idempotency).',
      'the version is part of the path of payins, payouts, payers and banks',
    ],
    [
      'A second document covers the legacy transaction interface (bank transfer and merchant on-ramp) served directly under {base_url}.',
      'the API key opens both interfaces',
    ],
  ],
  'What the service does': [
    [
      'The service is a hosted payment service.',
      { why: 'introduces; states nothing that an answer could break' },
    ],
    [
      'A merchant accepts payments from customers (payins) and sends funds to recipients (payouts).',
      [
        'a payin sends the payer from redirect_url back to return_url after paying',
        'a payout sends the recipient from redirect_url back to return_url after the details',
      ],
    ],
    [
      'Supported rails: crypto, card, open banking, for fiat and cryptocurrency amounts.',
      'every rail takes a payment, in fiat and in cryptocurrency',
    ],
    [
      'A merchant follows payment status by polling the read endpoints and by receiving webhook notifications for every status change.',
      [
        'a payin is read by its id',
        'a payout is read by its id, and not found by an id that no payout has',
        'a webhook sends every status that a payin can have',
        'a webhook sends every status that a payout can have',
      ],
    ],
    [
      'A payin or payout is created through the API and carries a `redirect_url`.',
      [
        'a payin is created with 201 and answers with id, status, times and redirect_url',
        'a payout is created with 201 and answers with id, status, times and redirect_url',
      ],
    ],
    [
      'The merchant redirects the payer or recipient to that URL to continue on the service-hosted flow.',
      [
        'a payin sends the payer from redirect_url back to return_url after paying',
        'a payout sends the recipient from redirect_url back to return_url after the details',
      ],
    ],
    [
      'After the flow the payer or recipient is sent back to the `return_url` given at creation.',
      [
        'a payin sends the payer from redirect_url back to return_url after paying',
        'a payin sends the payer back to return_url after cancelling',
        'a payout sends the recipient from redirect_url back to return_url after the details',
      ],
    ],
    ['The interface runs live only.', { why: 'the sandbox is what the service does not have' }],
    ['A separate sandbox does not exist yet.', { why: 'the sandbox is what the service does not have' }],
    [
      'Roles: Merchant (API caller), Payer (pays the merchant), Recipient (receives a payout).',
      { why: 'introduces; states nothing that an answer could break' },
    ],
  ],
  'Shared types': [
    [
      '| UUID | string, format uuid |',
      [
        'a payin is created with 201 and answers with id, status, times and redirect_url',
        'a payout is created with 201 and answers with id, status, times and redirect_url',
      ],
    ],
    [
      '| Timestamp | string, ISO 8601 date-time |',
      [
        'a payin is created with 201 and answers with id, status, times and redirect_url',
        'a payout is created with 201 and answers with id, status, times and redirect_url',
      ],
    ],
    [
      '| Reference | string, max length 36; merchant-defined identifier (order id, invoice number) used to correlate records |',
      [
        'a field of a payin takes a reference of up to 36 characters',
        'a payin is listed in an envelope, filtered by exactly its reference',
      ],
    ],
    [
      '| Currency | string; ISO 4217 code for fiat, or a cryptocurrency market symbol for crypto |',
      'a field of a payin takes ISO 4217 codes and cryptocurrency symbols as currency',
    ],
    [
      '| MonetaryAmount | string matching `^[0-9]+(\\\\.[0-9]{1,8})?$`; positive; up to 8 decimal places for fiat and crypto |',
      'a field of a payin takes an amount as a positive decimal string of up to eight decimals',
    ],
    [
      '| MonetaryAmountWithCurrency | object: `value` (MonetaryAmount, required), `currency` (Currency, required) |',
      'a field of a payin takes an amount only with value and currency',
    ],
    ['| Email | string, format email |', 'payer details need an e-mail address'],
    [
      '| Iban | string, an international bank account number |',
      [
        "a payment by bank account takes the payer's account by IBAN",
        'a payout to a bank account goes to the IBAN that the merchant supplied',
      ],
    ],
    [
      '| Pagination | object: `page` (integer, 1-based), `page_size` (integer, number of items returned in this page), `has_more` (boolean, more pages exist) |',
      [
        'every list is an envelope of content, page, page_size and has_more',
        'every list gives each item on exactly one page, and says whether more pages exist',
        'every list says in page_size how many items this page has',
      ],
    ],
  ],
  'UserDetails (all fields optional)': [
    [
      '| country | string | `^[A-Z]{2}$`, ISO 3166-1 alpha-2; sets the initial country selection in the hosted UI and so which payment methods are shown first; the user may change it |',
      [
        'user details take a country of two capital letters',
        'the hosted page begins with the country of the payer and what is usual there, and the payer may change it',
        'the hosted page of a payout begins with the country of the recipient, who may change it',
      ],
    ],
    [
      '| language | string | `^[a-z]{2}$`, ISO 639-1; preselected UI language; user may change it |',
      [
        'user details take a language of two small letters',
        'the hosted page begins in the language of the payer, and the payer may change it',
        'the hosted page of a payout begins in the language of the recipient',
      ],
    ],
    [
      '| first_name | string | given name |',
      'user details take first_name, last_name and address as free text',
    ],
    [
      '| last_name | string | family name |',
      'user details take first_name, last_name and address as free text',
    ],
    [
      '| phone | string | `^\\\\+[0-9]{7,15}$` |',
      'user details take a phone number of "+" and 7 to 15 digits',
    ],
    ['| address | string | free text |', 'user details take first_name, last_name and address as free text'],
  ],
  PayerDetails: [
    [
      'All UserDetails fields plus:',
      [
        'user details take a country of two capital letters',
        'user details take a language of two small letters',
        'user details take first_name, last_name and address as free text',
        'user details take a phone number of "+" and 7 to 15 digits',
        'user details are all optional',
      ],
    ],
    ['| email | Email | yes | payer identity |', 'payer details need an e-mail address'],
    [
      "| is_new | boolean | no | true when this is the payer's first deposit within the merchant's platform (not first with the service) |",
      'payer details take is_new as an optional boolean',
    ],
    [
      'When name information is given, `first_name` and `last_name` must both be given.',
      'payer details take first_name and last_name only together',
    ],
  ],
  'PayinIntent (request body of create payin)': [
    [
      '| amount | MonetaryAmountWithCurrency | yes | amount the payer is charged |',
      [
        'a payin is refused without amount, payer or return_url',
        'a payin gives back every field of its intent',
      ],
    ],
    [
      '| payer | PayerDetails | yes | |',
      ['a payin is refused without amount, payer or return_url', 'payer details need an e-mail address'],
    ],
    [
      '| payment | object discriminated by `method` | no | see payment methods below |',
      [
        'a payin is created without payment, settlement, reference and webhook_url',
        'payment.method is one of the six',
      ],
    ],
    [
      '| settlement | object discriminated by `method` | no | where the merchant is paid: `service_balance`, `bank_account` (payout details), `crypto_transfer` (payout details) |',
      [
        'a payin is created without payment, settlement, reference and webhook_url',
        'settlement.method is service_balance, bank_account or crypto_transfer',
      ],
    ],
    [
      '| reference | Reference | no | |',
      [
        'a field of a payin takes a reference of up to 36 characters',
        'a payin is created without payment, settlement, reference and webhook_url',
      ],
    ],
    [
      '| return_url | string, uri | yes | payer is redirected here after completing or cancelling |',
      [
        'a payin is refused without amount, payer or return_url',
        'a payin takes only a URI as return_url and as webhook_url',
        'a payin sends the payer from redirect_url back to return_url after paying',
        'a payin sends the payer back to return_url after cancelling',
      ],
    ],
    [
      '| webhook_url | string, uri | no | receives status-change notifications for this payin |',
      [
        'a payin is created without payment, settlement, reference and webhook_url',
        'a payin takes only a URI as return_url and as webhook_url',
        'a webhook is a POST of JSON to the webhook_url of this payin',
        'a webhook is not sent without a webhook_url, nor when nothing changed',
      ],
    ],
    [
      'Payin payment methods (`payment.method`):',
      { why: 'a heading for the rows below, which are listed one by one' },
    ],
    [
      '| bank_account | exactly one variant, see below |',
      'a payment by bank account takes exactly one variant',
    ],
    [
      '| card | none |',
      [
        'payment.method is one of the six',
        'payment.method needs nothing else for card, google_pay, apple_pay and crypto_transfer',
      ],
    ],
    [
      '| google_pay | none |',
      [
        'payment.method is one of the six',
        'payment.method needs nothing else for card, google_pay, apple_pay and crypto_transfer',
      ],
    ],
    [
      '| apple_pay | none |',
      [
        'payment.method is one of the six',
        'payment.method needs nothing else for card, google_pay, apple_pay and crypto_transfer',
      ],
    ],
    [
      '| crypto_transfer | none |',
      [
        'payment.method is one of the six',
        'payment.method needs nothing else for card, google_pay, apple_pay and crypto_transfer',
      ],
    ],
    [
      "| service_wallet | `email` (Email, optional): the e-mail of the payer's wallet account with the service |",
      'payment.method takes a service_wallet with or without the e-mail of the wallet',
    ],
    [
      'Payin `bank_account` variants (mutually exclusive; the fields of the other variants must be absent):',
      'a payment by bank account takes exactly one variant',
    ],
    [
      '| pre-selected bank | `bank_id` (UUID, from `GET /banks`) | the payer authenticates with that bank |',
      'a payment by bank account takes the bank_id of a bank of GET /banks, and the payer signs in there',
    ],
    [
      "| IBAN | `iban` (Iban) | payer's account identified by IBAN |",
      "a payment by bank account takes the payer's account by IBAN",
    ],
    [
      '| instrument on record | `instrument_id` (UUID, from `GET /payers`) | reuse a previous account; it must belong to the payer identified by `payer.email` |',
      'a payment by bank account takes an instrument_id of this payer and of no other',
    ],
    [
      '| hosted selection | none | the payer selects a bank on the hosted page |',
      'a payment by bank account lets the payer choose a bank on the hosted page when no variant is given',
    ],
    [
      'Settlement methods: `service_balance` (no extra fields); `bank_account` and `crypto_transfer` use the payout detail shapes below.',
      [
        'settlement.method is service_balance, bank_account or crypto_transfer',
        'settlement.method takes no extra field of service_balance into account',
        'settlement.method takes the payout details of a bank account',
        'settlement.method takes the payout details of a crypto transfer',
      ],
    ],
    [
      'Rules on which payment methods may be combined with which settlement methods: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
  'Payin (response)': [
    ['All PayinIntent fields plus:', 'a payin gives back every field of its intent'],
    [
      '| id | UUID | payin identifier |',
      'a payin is created with 201 and answers with id, status, times and redirect_url',
    ],
    [
      '| status | string | one of the payin states |',
      [
        'a payin is CREATED, INITIATED, AUTHORIZED, SETTLED and COMPLETED as it is paid',
        'a payin can be DISPUTED, FAILED and EXPIRED',
        'a payin has no other status',
      ],
    ],
    [
      '| status_details | string | extra context for `status`, mainly filled when the payin is FAILED; values below |',
      [
        'a payin fails with each status_details',
        'a payin is created without payment, settlement, reference and webhook_url',
      ],
    ],
    [
      '| created_at | Timestamp | |',
      'a payin is created with 201 and answers with id, status, times and redirect_url',
    ],
    [
      '| expires_at | Timestamp | when the payin expires if not completed |',
      'a payin expires at its expires_at and not before',
    ],
    [
      '| redirect_url | string, uri | where the merchant sends the payer to continue |',
      [
        'a payin is created with 201 and answers with id, status, times and redirect_url',
        'a payin sends the payer from redirect_url back to return_url after paying',
      ],
    ],
    [
      '`status_details` values: INSUFFICIENT_FUNDS (not enough balance or credit), DECLINED_BY_ISSUER (refused by the issuer of card or account), INSTRUMENT_INVALID (invalid card number, CVV, expiry, or a savings account used for payments), INSTRUMENT_BLOCKED (blocked, lost, stolen or otherwise unusable instrument), AUTHORIZATION_FAILED (3DS/SCA failure or timeout, or payer cancelled), DECLINED_BY_PAYER (payer declined or abandoned, for example cancelled at checkout), RISK_REJECTED (rejected by internal or provider risk rules), PROVIDER_ERROR (provider unavailable or other technical error), OTHER.',
      ['a payin fails with each status_details', 'a payin names no status_details but those of the document'],
    ],
  ],
  'PayoutIntent (request body of create payout)': [
    [
      '| amount | MonetaryAmountWithCurrency | yes | amount the recipient receives |',
      [
        'a payout is refused without amount or return_url, and created with them alone',
        'a payout gives back every field of its intent',
      ],
    ],
    [
      '| recipient | UserDetails | no | |',
      [
        'a payout is refused without amount or return_url, and created with them alone',
        'a payout checks amount, recipient, reference and addresses as a payin does',
      ],
    ],
    [
      '| payment | object discriminated by `method` | no | `bank_account`, `crypto_transfer`, `service_wallet` |',
      [
        'a payout is refused without amount or return_url, and created with them alone',
        'payment.method of a payout is bank_account, crypto_transfer or service_wallet',
      ],
    ],
    [
      '| reference | Reference | no | |',
      [
        'a payout is refused without amount or return_url, and created with them alone',
        'a payout checks amount, recipient, reference and addresses as a payin does',
      ],
    ],
    [
      '| return_url | string, uri | yes | recipient is redirected here after providing payout details or finishing |',
      [
        'a payout is refused without amount or return_url, and created with them alone',
        'a payout checks amount, recipient, reference and addresses as a payin does',
        'a payout sends the recipient from redirect_url back to return_url after the details',
      ],
    ],
    [
      '| webhook_url | string, uri | no | receives status-change notifications for this payout |',
      [
        'a payout is refused without amount or return_url, and created with them alone',
        'a payout checks amount, recipient, reference and addresses as a payin does',
        'a webhook sends each new status of a payout once, with the payout at that time',
      ],
    ],
    ['Payout payment methods:', { why: 'a heading for the rows below, which are listed one by one' }],
    [
      '| bank_account | exactly one variant below |',
      'a payout to a bank account takes either iban or instrument_id',
    ],
    [
      '| crypto_transfer | `address` (string, wallet address), `network` (string, allowed value: `polygon`) |',
      'payment.method of a payout crypto_transfer needs an address and the network polygon',
    ],
    [
      "| service_wallet | `email` (Email, optional): e-mail of the recipient's wallet account with the service |",
      'payment.method of a payout service_wallet takes the e-mail of the wallet as an option',
    ],
    [
      'Payout `bank_account` variants (mutually exclusive):',
      'a payout to a bank account takes either iban or instrument_id',
    ],
    [
      "| IBAN | `iban` | merchant supplies the recipient's IBAN; `instrument_id` must be absent |",
      [
        'a payout to a bank account goes to the IBAN that the merchant supplied',
        'a payout to a bank account takes either iban or instrument_id',
      ],
    ],
    [
      '| instrument on record | `instrument_id` (UUID, from `GET /payers`) | reuse an account the recipient used earlier as a payer; `iban` must be absent |',
      [
        'a payout to a bank account goes to the account that the recipient used earlier as a payer',
        'a payout to a bank account takes either iban or instrument_id',
      ],
    ],
    [
      '| hosted selection | none | recipient enters bank details on the hosted page; `iban` and `instrument_id` must be absent |',
      'a payout to a bank account goes where the recipient says on the hosted page when no variant is given',
    ],
  ],
  'Payout (response)': [
    [
      'All PayoutIntent fields plus `id` (UUID), `status` (one of the payout states), `created_at` (Timestamp), `expires_at` (Timestamp, when the payout expires if not completed), `redirect_url` (uri, where the merchant sends the recipient to continue).',
      [
        'a payout gives back every field of its intent',
        'a payout is created with 201 and answers with id, status, times and redirect_url',
        'a payout expires at its expires_at and not before',
        'a payout sends the recipient from redirect_url back to return_url after the details',
      ],
    ],
  ],
  Payer: [
    [
      '| email | Email | required |',
      [
        'a payer is listed with e-mail and instruments, in an envelope',
        'a payer is found by exactly their e-mail address',
      ],
    ],
    [
      '| instruments | array of PaymentInstrument | instruments the payer used earlier; sensitive fields masked |',
      [
        'a payer is listed with e-mail and instruments, in an envelope',
        'an instrument of a payment by card is shown with number and expiry, but for the middle of the number',
        'an instrument of a payment by bank is shown with its IBAN, but for the first and last four characters masked',
        'an instrument is remembered once, and not when nothing was paid with it',
      ],
    ],
    [
      'PaymentInstrument is discriminated by `method`; common fields `id` (UUID, the instrument identifier used as `instrument_id`) and `method` are required.',
      [
        'an instrument of a payment by card is shown with number and expiry, but for the middle of the number',
        'an instrument of a payment by bank is shown with its IBAN, but for the first and last four characters masked',
      ],
    ],
    [
      '| bank_account | `iban` (string): masked; only the first 4 and last 4 characters are visible, all others replaced by `*` |',
      [
        'an instrument of a payment by bank is shown with its IBAN, but for the first and last four characters masked',
        'an instrument masks an IBAN character by character',
      ],
    ],
    [
      '| card | `number` (string): masked; only first 4 and last 4 digits visible, others replaced by `*`; `expiry` (string, `^(0[1-9]|1[0-2])/[0-9]{2}$`, format MM/YY) |',
      'an instrument of a payment by card is shown with number and expiry, but for the middle of the number',
    ],
  ],
  Bank: [
    [
      '`id` (UUID), `name` (string), `logo_url` (string, uri).',
      'a bank is listed in an envelope with id, name and logo_url',
    ],
  ],
  'List envelope': [
    [
      'Every list response is an object with `content` (array of the listed items) plus the Pagination fields `page`, `page_size`, `has_more`.',
      'every list is an envelope of content, page, page_size and has_more',
    ],
  ],
  'States and transitions': [
    [
      'Payin `status` values: CREATED, INITIATED, AUTHORIZED, DISPUTED, SETTLED, COMPLETED, FAILED, EXPIRED.',
      [
        'a payin is CREATED, INITIATED, AUTHORIZED, SETTLED and COMPLETED as it is paid',
        'a payin can be DISPUTED, FAILED and EXPIRED',
        'a payin has no other status',
      ],
    ],
    ['Payin transitions: not shown.', { why: 'says of itself that there is no rule' }],
    [
      'Payout `status` values: CREATED, INITIATED, PROCESSING, COMPLETED, FAILED, EXPIRED.',
      [
        'a payout is CREATED, INITIATED, PROCESSING and COMPLETED as it is claimed',
        'a payout can be FAILED and EXPIRED',
        'a payout has no other status',
      ],
    ],
    ['Payout transitions: not shown.', { why: 'says of itself that there is no rule' }],
    [
      'Each status change of a payin or payout triggers the matching webhook (see Events).',
      [
        'a webhook sends every status that a payin can have',
        'a webhook sends every status that a payout can have',
        'a webhook sends each new status of a payin once, with the payin at that time',
        'a webhook sends each new status of a payout once, with the payout at that time',
        'a webhook sends that a payin failed, and that it expired',
      ],
    ],
  ],
  Endpoints: [
    ['Base: {base_url}/api/v2.', 'the version is part of the path of payins, payouts, payers and banks'],
    [
      'All requests carry the API key header (see Authentication).',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is refused with 401 by every operation when it is not valid',
      ],
    ],
    [
      'Request and response bodies are JSON (`application/json`); error bodies are `application/problem+json`.',
      [
        'bodies of requests are application/json, else 400',
        'bodies of answers are application/json',
        'a problem is problem+json with type, title, status, detail and instance',
      ],
    ],
    [
      '| GET | /payins | `page`, `page_size`, `reference` (Reference, exact filter) | none | 200, list envelope of Payin |',
      [
        'a payin is listed in an envelope, filtered by exactly its reference',
        'every list is an envelope of content, page, page_size and has_more',
      ],
    ],
    [
      '| POST | /payins | header `Idempotency-Key` (required) | PayinIntent | 201, Payin |',
      [
        'a payin is created with 201 and answers with id, status, times and redirect_url',
        'an idempotency key is required: without it the request is rejected with 400',
      ],
    ],
    [
      '| GET | /payins/{id} | path `id` (UUID) | none | 200, Payin |',
      ['a payin is read by its id', 'a payin is not found by an id that no payin has'],
    ],
    [
      '| GET | /payouts | `page`, `page_size`, `reference` | none | 200, list envelope of Payout |',
      'a payout is listed in an envelope, filtered by exactly its reference',
    ],
    [
      '| POST | /payouts | header `Idempotency-Key` (required) | PayoutIntent | 201, Payout |',
      [
        'a payout is created with 201 and answers with id, status, times and redirect_url',
        'an idempotency key is required: without it the request is rejected with 400',
      ],
    ],
    [
      '| GET | /payouts/{id} | path `id` (UUID) | none | 200, Payout |',
      'a payout is read by its id, and not found by an id that no payout has',
    ],
    [
      '| GET | /payers | `page`, `page_size`, `email` (Email, exact match) | none | 200, list envelope of Payer |',
      [
        'a payer is listed with e-mail and instruments, in an envelope',
        'a payer is found by exactly their e-mail address',
      ],
    ],
    [
      '| GET | /banks | `page`, `page_size` | none | 200, list envelope of Bank (banks available for open banking payments) |',
      [
        'a bank is listed in an envelope with id, name and logo_url',
        'a bank is available for a payment by open banking',
      ],
    ],
    [
      'Pagination parameters: `page` integer, min 1, default 1; `page_size` integer, min 1, max 100, default 20.',
      [
        'every list begins with page 1 of 20',
        'every list takes a page from 1',
        'every list takes a page_size from 1 to 100',
        'every list has no more when its last page is full',
      ],
    ],
    ['Error statuses per operation:', { why: 'a heading for the rows below, which are listed one by one' }],
    [
      '| list operations | 400, 401, 403, 429, 500 |',
      'the statuses of a list are 200, 400, 401, 403, 429 and 500',
    ],
    [
      '| GET by id | 400, 401, 403, 404, 429, 500 |',
      'the statuses of a read by id are 200, 400, 401, 403, 404, 429 and 500',
    ],
    [
      '| POST create | 400, 401, 403, 409, 422, 429, 500 |',
      'the statuses of a create are 201, 400, 401, 403, 409, 422, 429 and 500',
    ],
    [
      'Refund, event-listing and account-balance operations: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
    ['Ordering of list results: not shown.', { why: 'says of itself that there is no rule' }],
  ],
  'Idempotency (POST /payins, POST /payouts)': [
    [
      'The `Idempotency-Key` header is required (string, max 36 characters; a UUID is recommended).',
      [
        'an idempotency key is required: without it the request is rejected with 400',
        'an idempotency key has at most 36 characters, such as a UUID',
      ],
    ],
    [
      'When it is absent the request is rejected with 400.',
      'an idempotency key is required: without it the request is rejected with 400',
    ],
    [
      'First request with a new key: the resource is created normally.',
      'an idempotency key that is new creates the resource',
    ],
    [
      'Retry with the same key and same body: no new resource is created; the previously created resource is returned with the same status code as the original (for example 201).',
      'an idempotency key with the same body gives the same resource with the same status, and creates none',
    ],
    [
      'Same key with a different body: rejected with 409 (detail says that a different body was already submitted for this key).',
      'an idempotency key with a different body is rejected with 409, which says so, and stays bound to the first body',
    ],
    [
      'The key is bound to the first body that used it; changed data needs a new key.',
      'an idempotency key with a different body is rejected with 409, which says so, and stays bound to the first body',
    ],
    [
      'The behavior for this case is stated inconsistently elsewhere (original returned, new parameters ignored); the 409 rule is the contract.',
      'an idempotency key with a different body is rejected with 409, which says so, and stays bound to the first body',
    ],
    [
      'Retry while the first request is still in flight: rejected with 409; the client backs off and retries with the same key, after which the original result is returned.',
      [
        'an idempotency key is rejected with 409 while its first request is in flight, and then gives its result',
        'an idempotency key creates one resource when requests arrive at the same time',
      ],
    ],
    [
      'A key is remembered for 24 hours after first use; after that it may be reused for a new operation.',
      'an idempotency key is remembered for 24 hours after first use, and may then be used anew',
    ],
    [
      'Amount of a created object is immutable; a changed amount requires a new request with a new key.',
      [
        'an idempotency key must be a new one when the amount changes',
        'a payin keeps its amount in every status',
      ],
    ],
  ],
  Authentication: [
    [
      'Every request carries the API key in the header `X-API-Key` (header names are case-insensitive; lower-case `x-api-key` is also used).',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is found whatever the case of the header name',
      ],
    ],
    ['HTTPS only.', { why: 'the sandbox is served on loopback, without certificates' }],
    ['Keys are issued by the service operator during onboarding.', { why: 'a person does it' }],
    [
      'Key prefixes: `test_` for development and testing, `live_` for production.',
      { why: 'a setting of the sandbox: it takes test_ keys only, which the tests of its environment prove' },
    ],
    [
      'Missing or invalid key: 401.',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is refused with 401 by every operation when it is not valid',
      ],
    ],
    [
      'Valid key without permission for the resource: 403.',
      'the API key gets 403 for an operation that it may not call',
    ],
    [
      "Webhook deliveries are signed: header `X-Webhook-Signature` = lower/upper-insensitive hex encoding of HMAC-SHA256 computed over the raw request body, keyed with the merchant's webhook secret.",
      'a webhook carries the hex HMAC-SHA256 of the raw body, keyed with the webhook secret',
    ],
    ['The receiver verifies it before trusting the payload.', { why: 'a duty of the receiver' }],
    [
      'How a webhook secret is issued, shown or rotated: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
  Events: [
    [
      'Webhooks are HTTP POST requests with a JSON body, sent to the `webhook_url` of the payin or payout, carrying the header `X-Webhook-Signature`.',
      [
        'a webhook is a POST of JSON to the webhook_url of this payin',
        'a webhook carries the hex HMAC-SHA256 of the raw body, keyed with the webhook secret',
      ],
    ],
    [
      '| Payin Status Changed (operation `payinStatusChanged`) | a payin moves to a new status | the Payin object |',
      [
        'a webhook sends each new status of a payin once, with the payin at that time',
        'a webhook sends every status that a payin can have',
      ],
    ],
    [
      '| Payout Status Changed (operation `payoutStatusChanged`) | a payout moves to a new status | the Payout object |',
      [
        'a webhook sends each new status of a payout once, with the payout at that time',
        'a webhook sends every status that a payout can have',
      ],
    ],
    [
      'Delivery retries, expected response code and time-outs for these webhooks: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
  Errors: [
    [
      'Error bodies use media type `application/problem+json` (RFC 9457 problem details):',
      'a problem is problem+json with type, title, status, detail and instance',
    ],
    [
      '| type | string, uri | default `about:blank` |',
      'a problem is problem+json with type, title, status, detail and instance',
    ],
    [
      '| title | string | short summary (the HTTP reason phrase) |',
      'a problem is problem+json with type, title, status, detail and instance',
    ],
    [
      '| status | integer | HTTP status, 100 to 599 |',
      'a problem is problem+json with type, title, status, detail and instance',
    ],
    [
      '| detail | string | explanation for this occurrence |',
      'a problem is problem+json with type, title, status, detail and instance',
    ],
    [
      '| instance | string, uri | identifies this occurrence |',
      [
        'a problem is problem+json with type, title, status, detail and instance',
        'a problem has an instance of its own for each occurrence',
      ],
    ],
    [
      'Validation errors (422) add `errors`: array of objects with `detail` (string, message) and `pointer` (string, JSON Pointer to the failing field, for example the amount value); both are required per entry.',
      'a problem of validation lists detail and pointer of each failing field under a type of its own',
    ],
    [
      'The 422 problem uses a service-specific `type` URI.',
      'a problem of validation lists detail and pointer of each failing field under a type of its own',
    ],
    [
      '| 400 | malformed request or invalid syntax; also a missing `Idempotency-Key` on create |',
      [
        'the statuses are 400 for a body that is not JSON, and 422 for one with an unacceptable field',
        'an idempotency key is required: without it the request is rejected with 400',
      ],
    ],
    [
      '| 401 | missing or invalid API key |',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is refused with 401 by every operation when it is not valid',
      ],
    ],
    [
      '| 403 | valid credentials, insufficient permission |',
      'the API key gets 403 for an operation that it may not call',
    ],
    [
      '| 404 | requested resource does not exist |',
      [
        'a payin is not found by an id that no payin has',
        'a payout is read by its id, and not found by an id that no payout has',
      ],
    ],
    [
      '| 409 | idempotency key reused with a different body, or first request still in flight |',
      [
        'an idempotency key with a different body is rejected with 409, which says so, and stays bound to the first body',
        'an idempotency key is rejected with 409 while its first request is in flight, and then gives its result',
      ],
    ],
    [
      '| 422 | request validation failed |',
      [
        'a problem of validation lists detail and pointer of each failing field under a type of its own',
        'the statuses are 400 for a body that is not JSON, and 422 for one with an unacceptable field',
      ],
    ],
    [
      '| 429 | rate limit exceeded |',
      [
        'the rate limit answers excess requests of both interfaces with 429, and accepts requests again after the wait',
        'the statuses of a create are 201, 400, 401, 403, 409, 422, 429 and 500',
      ],
    ],
    [
      '| 500 | unexpected server error |',
      [
        'the statuses of a create are 201, 400, 401, 403, 409, 422, 429 and 500',
        'the statuses of a list are 200, 400, 401, 403, 429 and 500',
        'the statuses of a read by id are 200, 400, 401, 403, 404, 429 and 500',
      ],
    ],
    [
      'Problem `type` URIs other than `about:blank` and the validation type: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
  Limits: [
    [
      '| page_size | 1 to 100, default 20 |',
      ['every list takes a page_size from 1 to 100', 'every list begins with page 1 of 20'],
    ],
    [
      '| page | minimum 1, default 1 |',
      ['every list takes a page from 1', 'every list begins with page 1 of 20'],
    ],
    [
      '| Reference length | max 36 characters |',
      'a field of a payin takes a reference of up to 36 characters',
    ],
    [
      '| Idempotency-Key length | max 36 characters |',
      'an idempotency key has at most 36 characters, such as a UUID',
    ],
    [
      '| Idempotency key retention | 24 hours |',
      'an idempotency key is remembered for 24 hours after first use, and may then be used anew',
    ],
    [
      '| Monetary amount precision | up to 8 decimals, positive |',
      'a field of a payin takes an amount as a positive decimal string of up to eight decimals',
    ],
    [
      'Rate limiting exists: excess requests get 429.',
      'the rate limit answers excess requests of both interfaces with 429, and accepts requests again after the wait',
    ],
    ['Rate limit values: not shown.', { why: 'says of itself that there is no rule' }],
    [
      'Minimum and maximum amounts for payins and payouts: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
  Versioning: [
    [
      'The version is part of the path: `/api/v2`.',
      'the version is part of the path of payins, payouts, payers and banks',
    ],
    ['The interface description carries version 0.1.0.', 'the version of the interface description is 0.1.0'],
    [
      'Policy for compatible changes, deprecation and new versions: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
}
