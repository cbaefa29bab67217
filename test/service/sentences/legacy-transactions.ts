// legacy-transactions, section by section.
import type { Section } from './section.ts'

export const legacyTransactions: Record<string, Section> = {
  'Legacy Transaction API: bank transfer and merchant on-ramp': [
    [
      'This document covers the transaction interface served directly under {base_url} (not under /api/v2): account-to-account (open banking) bank transfers and the hosted merchant fiat-to-crypto on-ramp.',
      [
        'create-bank-transfer answers with the transactionId of a transaction in INTENT',
        'generate-link answers with hostedLink and expiresAt, a time in ISO 8601',
      ],
    ],
    [
      'The other document covers the v2 interface (payins, payouts, payers, banks, idempotency, signed webhooks).',
      { why: 'introduces; states nothing that an answer could break' },
    ],
  ],
  'What the service does': [
    [
      "Bank transfer: accepts payments directly from a customer's bank account via open banking.",
      'a bank transfer is STARTED by the link, and AUTHORIZED by the payer at the bank',
    ],
    [
      "Flow: create a transaction, generate a payment authorization link (by API or in the operator's web UI), redirect the user to the link, follow status by webhook or polling, the user authorizes at their bank, funds go to the recipient's IBAN.",
      [
        'a bank transfer is STARTED by the link, and AUTHORIZED by the payer at the bank',
        'a bank transfer with a webhookUrl sends each new status with the payload, and the account once authorized',
      ],
    ],
    [
      "Merchant on-ramp: accepts a fiat payment (EUR) and pays out cryptocurrency to the merchant's wallet.",
      'an on-ramp is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS',
    ],
    [
      'The flow is hosted: the merchant creates a session, redirects the user to the hosted link, the service handles the payment and then executes the crypto payout.',
      'an on-ramp is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS',
    ],
    ['On-ramp onboarding is a one-time setup done by the operator.', { why: 'a person does it' }],
    [
      'It fixes the payment currency, the cryptocurrency, the blockchain network and the wallet address of the merchant.',
      'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
    ],
    [
      'These are never sent in requests.',
      'an on-ramp takes no currency, network or address from the request',
    ],
    [
      "Timing facts for bank transfers: the service is not notified when the bank completes the final money transfer; the sender's bank typically sends the payment within 2 to 3 hours; the recipient bank can take up to 24 hours to show the funds.",
      {
        test: 'a bank transfer stays AUTHORIZED, because the service is not notified of the final transfer',
        why: 'how long banks take, nobody outside them can check',
      },
    ],
  ],
  'Transaction (returned by Get Transaction)': [
    [
      '| uuid | string (UUID) | both | transaction id |',
      [
        'create-bank-transfer answers with the transactionId of a transaction in INTENT',
        'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
      ],
    ],
    [
      '| type | string | both | `BankTransfer` or `MerchantOnRampTransfer` |',
      [
        'create-bank-transfer answers with the transactionId of a transaction in INTENT',
        'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
      ],
    ],
    [
      '| amount | string | bank transfer | |',
      'create-bank-transfer takes an amount as string or number, from 2, with at most 2 decimal places',
    ],
    [
      '| currency | string | both | |',
      [
        'create-bank-transfer takes EUR when no currency is given',
        'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
      ],
    ],
    [
      '| paymentStatus | string | both | see States |',
      ['a bank transfer has no status but the four', 'an on-ramp has no states but those of the document'],
    ],
    [
      "| names | string | both | user's name |",
      [
        'create-bank-transfer takes names and userId as strings',
        'generate-link takes all other fields as strings',
      ],
    ],
    ['| userId | string | bank transfer | |', 'create-bank-transfer takes names and userId as strings'],
    [
      '| userAddress1 | string | bank transfer | |',
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    [
      '| userIpAddress | string | bank transfer | |',
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    [
      '| userPassedKyc | boolean | bank transfer | |',
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    [
      '| userPassedAml | boolean | bank transfer | |',
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    [
      '| addressPassedKyt | boolean | bank transfer | |',
      [
        'a bank transfer says whether the address passed its check',
        'a bank transfer is read with its own fields and none of an on-ramp',
      ],
    ],
    [
      '| payerBankAccount | object `{iban, holderNames, bank}` (all strings) | bank transfer | present only once the payment is authorized and the account details are available |',
      'a bank transfer shows the payer’s account once it is authorized, and not before',
    ],
    [
      '| revision | string | bank transfer | echo of request value |',
      'create-bank-transfer takes revision and webhookPayload of up to 255 characters, and gives them back',
    ],
    [
      '| callbackChromeUrl, callbackSafariUrl | string | bank transfer | echo of request values |',
      'create-bank-transfer gives back both callback addresses and the webhookUrl',
    ],
    [
      '| webhookUrl, webhookPayload | string | bank transfer | echo of request values |',
      [
        'create-bank-transfer takes revision and webhookPayload of up to 255 characters, and gives them back',
        'create-bank-transfer gives back both callback addresses and the webhookUrl',
      ],
    ],
    [
      '| chainId | integer | on-ramp | blockchain network id |',
      'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
    ],
    [
      '| address | string | on-ramp | merchant wallet address |',
      'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
    ],
    [
      '| cryptoCurrency | string | on-ramp | crypto asset paid out |',
      'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
    ],
    [
      '| paymentLink | string | on-ramp | |',
      'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
    ],
    [
      '| bankDepositStatus | string | on-ramp | see States |',
      [
        'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
        'an on-ramp is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS',
      ],
    ],
    [
      '| createdAt | string, ISO 8601 timestamp with milliseconds | both | |',
      [
        'a bank transfer says when it was made and last changed, in milliseconds',
        'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
      ],
    ],
    [
      '| lastUpdated | string, ISO 8601 timestamp with milliseconds | both | |',
      [
        'a bank transfer says when it was made and last changed, in milliseconds',
        'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
      ],
    ],
    [
      'Additional fields enabled by operator configuration (applied exchange rate, payout transaction hash and others): field names not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
  'States and transitions': [
    ['bank transfer `paymentStatus`:', { why: 'a heading for the rows below, which are listed one by one' }],
    [
      '| INTENT | transaction created, authorization not started |',
      'create-bank-transfer answers with the transactionId of a transaction in INTENT',
    ],
    [
      '| STARTED | authorization started (authorization link generated) |',
      'a bank transfer is STARTED by the link, and AUTHORIZED by the payer at the bank',
    ],
    [
      '| AUTHORIZED | payment authorized by the bank |',
      'a bank transfer is STARTED by the link, and AUTHORIZED by the payer at the bank',
    ],
    [
      '| FAILED_INTENT | authorization failed or was rejected by the bank |',
      'a bank transfer is FAILED_INTENT when the bank or the payer refuses',
    ],
  ],
  'States and transitions (on-ramp)': [
    ['on-ramp `paymentStatus`:', { why: 'a heading for the rows below, which are listed one by one' }],
    [
      '| INTENT | created; authorization flow not started |',
      'an on-ramp is read as a MerchantOnRampTransfer with what onboarding fixed',
    ],
    [
      '| STARTED | authorization with the bank started |',
      'an on-ramp is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS',
    ],
    [
      '| FAILED_INTENT | authorization failed or was rejected by the bank |',
      'an on-ramp is FAILED_INTENT when the bank or the user refuses',
    ],
    [
      '| PROCESSING | transaction is being processed |',
      'an on-ramp is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS',
    ],
    [
      "| COMPLETED | funds settled and crypto transferred to the merchant's address |",
      'an on-ramp is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS',
    ],
    [
      '`bankDepositStatus` (on-ramp): PENDING (waiting for funds), SUCCESS (funds received in the bank account), FAILED (deposit failed or timed out).',
      [
        'an on-ramp is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS',
        'an on-ramp can have a FAILED deposit',
      ],
    ],
    ['Transitions between these states: not shown.', { why: 'says of itself that there is no rule' }],
  ],
  Endpoints: [
    [
      'All requests carry the header `x-api-key`; POST bodies are `application/json`.',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is refused with 401 by every operation when it is not valid',
        'the legacy interface takes application/json only, and answers in JSON',
      ],
    ],
    ['Responses are JSON.', 'the legacy interface takes application/json only, and answers in JSON'],
    [
      '| POST | {base_url}/transaction/create-bank-transfer | body below | `{transactionId}` (string) |',
      'create-bank-transfer answers with the transactionId of a transaction in INTENT',
    ],
    [
      '| GET | {base_url}/transaction/?transactionId={transactionId} (also accepted without the slash before `?`) | query `transactionId` | Transaction |',
      'a bank transfer is read by transactionId, with the slash before the question mark and without',
    ],
    [
      '| POST | {base_url}/transaction/generatePaymentLink | `{transactionId}` | `{paymentLink}` (string, bank authorization URL) |',
      [
        'a bank transfer is STARTED by the link, and AUTHORIZED by the payer at the bank',
        'update-status and generatePaymentLink take the transactionId of a transaction',
      ],
    ],
    [
      '| POST | {base_url}/transaction/update-status | `{transactionId}` | `{paymentStatus}`; triggers a status check and also sends the webhook notification |',
      [
        'update-status answers with the paymentStatus',
        'a bank transfer with a webhookUrl sends its status when update-status is called',
        'update-status and generatePaymentLink take the transactionId of a transaction',
        'merchant_on_ramp_success is sent again by update-status',
      ],
    ],
    [
      '| POST | {base_url}/payments/on-ramp-merchant/hosted/generate-link | body below | `{hostedLink, expiresAt}` |',
      'generate-link answers with hostedLink and expiresAt, a time in ISO 8601',
    ],
  ],
  'create-bank-transfer body': [
    [
      '| amount | string or number | minimum 2; at most 2 decimal places |',
      'create-bank-transfer takes an amount as string or number, from 2, with at most 2 decimal places',
    ],
    [
      "| names | string | user's first and last name |",
      'create-bank-transfer takes names and userId as strings',
    ],
    [
      "| userId | string | unique user id in the merchant's system, format `{companyName}{clientId}` |",
      {
        test: 'create-bank-transfer takes names and userId as strings',
        why: 'that it is unique and has this format, the merchant alone knows',
      },
    ],
    [
      '| userAddress1 | string | street and number |',
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    [
      "| userIpAddress | string | user's IP |",
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    [
      '| userPassedKyc | boolean | KYC status |',
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    [
      '| userPassedAml | boolean | AML status |',
      'create-bank-transfer takes address and IP as strings, KYC and AML as booleans',
    ],
    ['| currency | string | default EUR |', 'create-bank-transfer takes EUR when no currency is given'],
    [
      '| callbackChromeUrl | string | redirect URL for Chrome (deep links to an app scheme may work there) |',
      [
        'create-bank-transfer gives back both callback addresses and the webhookUrl',
        'a bank transfer takes Chrome to callbackChromeUrl and Safari to callbackSafariUrl',
      ],
    ],
    [
      '| callbackSafariUrl | string | redirect URL for Safari (automatic redirects to custom schemes are restricted) |',
      [
        'create-bank-transfer gives back both callback addresses and the webhookUrl',
        'a bank transfer takes Chrome to callbackChromeUrl and Safari to callbackSafariUrl',
      ],
    ],
    [
      '| revision | string | tracking identifier, max 255 characters |',
      'create-bank-transfer takes revision and webhookPayload of up to 255 characters, and gives them back',
    ],
    [
      '| webhookUrl | string | listener for status notifications |',
      [
        'create-bank-transfer gives back both callback addresses and the webhookUrl',
        'a bank transfer with a webhookUrl sends each new status with the payload, and the account once authorized',
        'a bank transfer with a webhookUrl sends nothing without a webhookUrl',
      ],
    ],
    [
      '| webhookPayload | string | returned in webhook requests, max 255 characters |',
      [
        'create-bank-transfer takes revision and webhookPayload of up to 255 characters, and gives them back',
        'a bank transfer with a webhookUrl sends each new status with the payload, and the account once authorized',
      ],
    ],
    ['Which request fields are required: not shown.', { why: 'says of itself that there is no rule' }],
  ],
  'on-ramp generate-link body': [
    [
      '| amount | number | EUR; minimum 5, maximum 5000 |',
      'generate-link takes an amount as a number from 5 to 5000',
    ],
    ['| names | string | full name |', 'generate-link takes all other fields as strings'],
    [
      "| userId | string | unique user id in the merchant's system |",
      'generate-link takes all other fields as strings',
    ],
    ["| userEmail | string | user's e-mail |", 'generate-link takes all other fields as strings'],
    ['| userAddress1 | string | residential address |', 'generate-link takes all other fields as strings'],
    ["| userIpAddress | string | end user's public IP |", 'generate-link takes all other fields as strings'],
    [
      '| webhookUrl | string | merchant backend endpoint for status updates |',
      [
        'generate-link takes all other fields as strings',
        'merchant_on_ramp_success is sent when the funds arrive, and not before',
      ],
    ],
    [
      '| webhookPayload | string | arbitrary string echoed in webhooks |',
      [
        'generate-link takes all other fields as strings',
        'merchant_on_ramp_success is sent when the funds arrive, and not before',
      ],
    ],
    ['| revision | string | internal reference id |', 'generate-link takes all other fields as strings'],
    [
      '| hostedRedirectUrl | string | where the user goes after choosing back to merchant |',
      [
        'generate-link takes all other fields as strings',
        'an on-ramp takes the user back to hostedRedirectUrl',
      ],
    ],
    ['Which request fields are required: not shown.', { why: 'says of itself that there is no rule' }],
    [
      'Response `expiresAt` is an ISO 8601 timestamp.',
      'generate-link answers with hostedLink and expiresAt, a time in ISO 8601',
    ],
    [
      'The one-time token in the link expires 2 minutes after generation; the session expires 15 minutes after generation.',
      [
        'the link works once',
        'the link works for 2 minutes',
        'the session lasts for 15 minutes after the link was made',
        'the session that ends while the user is at the bank accepts no payment',
      ],
    ],
  ],
  Authentication: [
    [
      'Header `x-api-key` with the API key on every request; HTTPS only; `Content-Type: application/json` on POST.',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is refused with 401 by every operation when it is not valid',
        'the API key is found whatever the case of the header name',
        'the legacy interface takes application/json only, and answers in JSON',
      ],
    ],
    [
      'Key types: `test_` prefix for development, `live_` prefix for production; issued by the operator at onboarding.',
      { why: 'a setting of the sandbox: it takes test_ keys only, which the tests of its environment prove' },
    ],
    [
      '401: missing or invalid key. 403: key lacks permission for the resource.',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is refused with 401 by every operation when it is not valid',
        'the API key gets 403 for an operation that it may not call',
      ],
    ],
  ],
  Events: [
    [
      'Webhooks are POST requests with JSON bodies to `webhookUrl`.',
      [
        'a bank transfer with a webhookUrl sends each new status with the payload, and the account once authorized',
        'merchant_on_ramp_success is sent when the funds arrive, and not before',
      ],
    ],
    [
      '| bank transfer status update | status changes for a transaction created with `webhookUrl`; also when update-status is called | `status` (string), `webhookPayload` (string, echo), `payerBankAccount` (`{iban, holderNames, bank}`, only once authorized) |',
      [
        'a bank transfer with a webhookUrl sends each new status with the payload, and the account once authorized',
        'a bank transfer with a webhookUrl sends that the authorization failed',
        'a bank transfer with a webhookUrl sends its status when update-status is called',
        'a bank transfer with a webhookUrl sends nothing without a webhookUrl',
      ],
    ],
    [
      '| on-ramp bank deposit, `eventType` = `merchant_on_ramp_success` | the service receives the funds (typically within 1 minute after bank authorization) | `eventType`, `transactionId`, `amount` (number), `currency`, `timestamp` (ISO 8601), `webhookPayload` |',
      [
        'merchant_on_ramp_success is sent when the funds arrive, and not before',
        'merchant_on_ramp_success is sent within a minute of the authorization',
      ],
    ],
    [
      'On-ramp webhook delivery contract: method POST, `application/json`; the receiver answers HTTP 200 with a JSON body carrying a `message` string confirming the event was processed; up to 5 retries with exponential backoff.',
      [
        'merchant_on_ramp_success is sent when the funds arrive, and not before',
        'merchant_on_ramp_success is delivered once to a receiver that answers 200 with a JSON message',
        'merchant_on_ramp_success is retried after every other answer',
        'merchant_on_ramp_success is retried up to five times, with delays that grow exponentially',
      ],
    ],
    [
      'After receiving it, the merchant reads the transaction (GET) and proceeds with business logic only when `bankDepositStatus` is SUCCESS.',
      { why: 'a duty of the merchant' },
    ],
    [
      'Operator-configurable extra events: payment status updates, payout confirmations, error notifications.',
      { why: 'needs the operator’s configuration, which the sandbox does not have' },
    ],
    ['Webhook signing for these notifications: not shown.', { why: 'says of itself that there is no rule' }],
  ],
  Errors: [
    [
      '401: missing or invalid API key. 403: API key has no permission for this resource.',
      [
        'the API key is required by every operation, which answers 401 without it',
        'the API key is refused with 401 by every operation when it is not valid',
        'the API key gets 403 for an operation that it may not call',
      ],
    ],
    [
      'Other failures return an appropriate HTTP status with error details.',
      [
        'update-status and generatePaymentLink take the transactionId of a transaction',
        'a bank transfer is read by transactionId, with the slash before the question mark and without',
        'create-bank-transfer takes an amount as string or number, from 2, with at most 2 decimal places',
      ],
    ],
    [
      'Body format of these errors and the list of other statuses: not shown.',
      { why: 'says of itself that there is no rule' },
    ],
  ],
  Limits: [
    [
      '| bank transfer amount | minimum 2, max 2 decimals |',
      'create-bank-transfer takes an amount as string or number, from 2, with at most 2 decimal places',
    ],
    ['| on-ramp amount | 5 to 5000 EUR |', 'generate-link takes an amount as a number from 5 to 5000'],
    [
      '| revision, webhookPayload (bank transfer) | max 255 characters |',
      'create-bank-transfer takes revision and webhookPayload of up to 255 characters, and gives them back',
    ],
    ['| on-ramp one-time token | expires after 2 minutes |', 'the link works for 2 minutes'],
    [
      '| on-ramp session | expires after 15 minutes |',
      'the session lasts for 15 minutes after the link was made',
    ],
    [
      '| on-ramp webhook retries | up to 5, exponential backoff |',
      'merchant_on_ramp_success is retried up to five times, with delays that grow exponentially',
    ],
    [
      'Requests are rate limited.',
      'the rate limit answers excess requests of both interfaces with 429, and accepts requests again after the wait',
    ],
    ['Rate limit values: not shown.', { why: 'says of itself that there is no rule' }],
  ],
  Versioning: [
    [
      'The paths carry no version.',
      [
        'create-bank-transfer answers with the transactionId of a transaction in INTENT',
        'generate-link answers with hostedLink and expiresAt, a time in ISO 8601',
      ],
    ],
    ['Versioning of this interface: not shown.', { why: 'says of itself that there is no rule' }],
    [
      'The field `revision` is a merchant tracking identifier, not an interface version.',
      'create-bank-transfer takes revision and webhookPayload of up to 255 characters, and gives them back',
    ],
  ],
}
