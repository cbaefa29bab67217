// Compares the description with the interface documents: a missing row is a missing operation or field.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openApiDocument, openApiFor, operationIds } from '../../../src/sandbox/openapi/description.ts'

type Node = Record<string, unknown>
const document = openApiDocument as unknown as Node

const list = [200, 400, 401, 403, 429, 500]
const read = [200, 400, 401, 403, 404, 429, 500]
const create = [201, 400, 401, 403, 409, 422, 429, 500]
// Of the legacy interface the documents show 401, 403 and "rate limited"; the other statuses are the sandbox's choice.
const legacy = [200, 400, 401, 403, 429, 500]

const operations: [method: 'get' | 'post', path: string, id: string, statuses: number[]][] = [
  ['get', '/api/v2/payins', 'listPayins', list],
  ['post', '/api/v2/payins', 'createPayin', create],
  ['get', '/api/v2/payins/{id}', 'getPayin', read],
  ['get', '/api/v2/payouts', 'listPayouts', list],
  ['post', '/api/v2/payouts', 'createPayout', create],
  ['get', '/api/v2/payouts/{id}', 'getPayout', read],
  ['get', '/api/v2/payers', 'listPayers', list],
  ['get', '/api/v2/banks', 'listBanks', list],
  ['post', '/transaction/create-bank-transfer', 'createBankTransfer', [...legacy, 422]],
  ['get', '/transaction/', 'getTransaction', [...legacy, 404]],
  ['get', '/transaction', 'getTransactionWithoutSlash', [...legacy, 404]],
  ['post', '/transaction/generatePaymentLink', 'generatePaymentLink', [...legacy, 404, 409, 422]],
  ['post', '/transaction/update-status', 'updateTransactionStatus', [...legacy, 404, 422]],
  ['post', '/payments/on-ramp-merchant/hosted/generate-link', 'generateOnRampLink', [...legacy, 422]],
]

const parameters: [id: string, names: string[]][] = [
  ['listPayins', ['page', 'page_size', 'reference']],
  ['createPayin', ['Idempotency-Key']],
  ['getPayin', ['id']],
  ['listPayouts', ['page', 'page_size', 'reference']],
  ['createPayout', ['Idempotency-Key']],
  ['getPayout', ['id']],
  ['listPayers', ['page', 'page_size', 'email']],
  ['listBanks', ['page', 'page_size']],
  ['getTransaction', ['transactionId']],
]

const user = 'country language first_name last_name phone address'
const payinIntent = 'amount payer payment settlement reference return_url webhook_url'
const payoutIntent = 'amount recipient payment reference return_url webhook_url'
const transaction = 'uuid type currency paymentStatus names createdAt lastUpdated'
const echoed = 'revision callbackChromeUrl callbackSafariUrl webhookUrl webhookPayload'
const people = 'names userId userAddress1 userIpAddress'
const account = 'iban holderNames bank'
const answer = (id: string, status = 200) => `${id} ${status}`

/** Every table of fields in both documents: its place in the description, and its names. */
const tables: [table: string, at: string, step: string, fields: string][] = [
  ['MonetaryAmountWithCurrency', 'createPayin', 'amount', 'value currency'],
  ['UserDetails', 'createPayout', 'recipient', user],
  ['PayerDetails', 'createPayin', 'payer', `${user} email is_new`],
  ['PayinIntent', 'createPayin', '', payinIntent],
  ['payment bank_account', 'createPayin', 'payment', 'method bank_id iban instrument_id'],
  ['payment service_wallet', 'createPayin', 'payment', 'method email'],
  ['settlement', 'createPayin', 'settlement', 'method iban instrument_id address network'],
  [
    'Payin',
    answer('getPayin'),
    '',
    `${payinIntent} id status status_details created_at expires_at redirect_url`,
  ],
  ['PayoutIntent', 'createPayout', '', payoutIntent],
  ['payout methods', 'createPayout', 'payment', 'method iban instrument_id address network email'],
  ['Payout', answer('getPayout'), '', `${payoutIntent} id status created_at expires_at redirect_url`],
  ['Payer', answer('listPayers'), 'content', 'email instruments'],
  ['PaymentInstrument', answer('listPayers'), 'content instruments', 'id method iban number expiry'],
  ['Bank', answer('listBanks'), 'content', 'id name logo_url'],
  ['list envelope', answer('listPayins'), '', 'content page page_size has_more'],
  ['problem', answer('getPayin', 404), '', 'type title status detail instance'],
  ['validation problem', answer('createPayin', 422), '', 'type title status detail instance errors'],
  ['validation error', answer('createPayin', 422), 'errors', 'detail pointer'],
  [
    'Transaction, bank transfer',
    answer('getTransaction'),
    '',
    `${transaction} amount ${people} userPassedKyc userPassedAml addressPassedKyt payerBankAccount ${echoed}`,
  ],
  ['payerBankAccount', answer('getTransaction'), 'payerBankAccount', account],
  [
    'Transaction, on-ramp',
    answer('getTransaction'),
    '',
    `${transaction} chainId address cryptoCurrency paymentLink bankDepositStatus`,
  ],
  [
    'create-bank-transfer',
    'createBankTransfer',
    '',
    `amount ${people} userPassedKyc userPassedAml currency ${echoed}`,
  ],
  ['create-bank-transfer, answer', answer('createBankTransfer'), '', 'transactionId'],
  ['generatePaymentLink', 'generatePaymentLink', '', 'transactionId'],
  ['generatePaymentLink, answer', answer('generatePaymentLink'), '', 'paymentLink'],
  ['update-status', 'updateTransactionStatus', '', 'transactionId'],
  ['update-status, answer', answer('updateTransactionStatus'), '', 'paymentStatus'],
  [
    'on-ramp generate-link',
    'generateOnRampLink',
    '',
    `amount ${people} userEmail webhookUrl webhookPayload revision hostedRedirectUrl`,
  ],
  ['on-ramp generate-link, answer', answer('generateOnRampLink'), '', 'hostedLink expiresAt'],
  ['Payin Status Changed', 'payinStatusChanged', '', 'id status redirect_url'],
  ['Payout Status Changed', 'payoutStatusChanged', '', 'id status redirect_url'],
  ['bank transfer status update', 'bankTransferStatusUpdate', '', 'status webhookPayload payerBankAccount'],
  [
    'on-ramp bank deposit',
    'merchantOnRampSuccess',
    '',
    'eventType transactionId amount currency timestamp webhookPayload',
  ],
]

const enums: [at: string, step: string, values: string][] = [
  [answer('getPayin'), 'status', 'CREATED INITIATED AUTHORIZED DISPUTED SETTLED COMPLETED FAILED EXPIRED'],
  [
    answer('getPayin'),
    'status_details',
    'INSUFFICIENT_FUNDS DECLINED_BY_ISSUER INSTRUMENT_INVALID INSTRUMENT_BLOCKED AUTHORIZATION_FAILED DECLINED_BY_PAYER RISK_REJECTED PROVIDER_ERROR OTHER',
  ],
  [answer('getPayout'), 'status', 'CREATED INITIATED PROCESSING COMPLETED FAILED EXPIRED'],
  [answer('getTransaction'), 'type', 'BankTransfer MerchantOnRampTransfer'],
  [answer('getTransaction'), 'paymentStatus', 'INTENT STARTED AUTHORIZED FAILED_INTENT PROCESSING COMPLETED'],
  [answer('getTransaction'), 'bankDepositStatus', 'PENDING SUCCESS FAILED'],
  ['createPayin', 'payment method', 'bank_account card google_pay apple_pay crypto_transfer service_wallet'],
  ['createPayin', 'settlement method', 'service_balance bank_account crypto_transfer'],
  ['createPayout', 'payment method', 'bank_account crypto_transfer service_wallet'],
  ['createPayout', 'payment network', 'polygon'],
]

function follow(node: unknown): Node {
  const { $ref } = node as { $ref?: string }
  if ($ref === undefined) return node as Node
  const names = $ref.slice(2).split('/')
  return follow(names.reduce<unknown>((parent, name) => (parent as Node)[name], document))
}

/** A schema, and all schemas that are part of it. */
function partsOf(node: unknown): Node[] {
  const schema = follow(node)
  const more = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => (schema[name] ?? []) as unknown[])
  return [schema, ...more.flatMap(partsOf), ...(schema.items ? partsOf(schema.items) : [])]
}

function fieldsOf(nodes: readonly unknown[]): [name: string, schema: unknown][] {
  return nodes.flatMap(partsOf).flatMap(({ properties }) => Object.entries((properties ?? {}) as Node))
}

const schemaIn = (holder: unknown) => {
  const [media] = Object.values((follow(holder).content ?? {}) as Record<string, Node>)
  return media?.schema
}

function find(id: string): Node {
  const found = operations.find((operation) => operation[2] === id)
  if (!found) return follow((document.webhooks as Record<string, Node>)[id]).post as Node
  const [method, path] = found
  return (document.paths as Record<string, Node>)[path]?.[method] as Node
}

/** `createPayin` is its request body, `getPayin 200` its answer; `steps` are names of fields on the way. */
function schemasAt(at: string, steps: string): unknown[] {
  const [id = '', status] = at.split(' ')
  const operation = find(id)
  const holder = status ? (operation.responses as Node)[status] : operation.requestBody
  let nodes: unknown[] = [schemaIn(holder)]
  for (const step of steps.split(' ').filter(Boolean)) {
    nodes = fieldsOf(nodes).flatMap(([name, schema]) => (name === step ? [schema] : []))
  }
  return nodes
}

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(openApiFor('http://127.0.0.1:4100') as never)
    expect(result).toMatchObject({ valid: true })
    expect(openApiDocument.openapi).toBe('3.1.1')
  })

  it('has the version that the document names', () => {
    expect(document.info).toMatchObject({ version: '0.1.0' })
  })

  it('is served with the address of the request, and is not changed by it', () => {
    const before = JSON.stringify(openApiDocument)
    expect(openApiFor('http://127.0.0.1:4100')).toMatchObject({ servers: [{ url: 'http://127.0.0.1:4100' }] })
    expect(openApiFor('http://localhost:9')).toMatchObject({ servers: [{ url: 'http://localhost:9' }] })
    expect(JSON.stringify(openApiDocument)).toBe(before)
  })

  it('has no operation that the documents do not have', () => {
    const described = Object.entries(document.paths as Record<string, Node>).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [method, path, (operation as Node).operationId]),
    )
    expect(described).toEqual(operations.map(([method, path, id]) => [method, path, id]))
    expect(operationIds).toEqual(operations.map(([, , id]) => id))
  })

  it.each(operations)('describes %s %s with all its statuses', (_method, _path, id, statuses) => {
    const described = Object.keys(find(id).responses as Node)
    expect(described).toEqual(expect.arrayContaining(statuses.map(String)))
    // The only status that is in no table: a body over 64 KiB.
    const extra = described.filter((status) => !statuses.includes(Number(status)))
    expect(extra).toEqual(find(id).requestBody ? ['413'] : [])
  })

  it.each(parameters)('describes the parameters of %s', (id, names) => {
    const described = (find(id).parameters ?? []) as unknown[]
    expect(described.map((parameter) => follow(parameter).name)).toEqual(names)
  })

  it.each(tables)('has every field of the table %s', (_table, at, steps, fields) => {
    const names = fieldsOf(schemasAt(at, steps)).map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it.each(enums)('knows exactly the documented values of %s %s', (at, steps, values) => {
    const found = schemasAt(at, steps)
      .map(follow)
      .flatMap((schema) => (schema.enum as unknown[]) ?? [schema.const])
    expect(new Set(found)).toEqual(new Set(values.split(' ')))
  })

  it('asks for the API key in X-API-Key on every operation', () => {
    const { securitySchemes } = document.components as { securitySchemes: Node }
    expect(securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-API-Key' })
    expect(document.security).toEqual([{ apiKey: [] }])
  })

  it.each([
    ['payinStatusChanged', ['X-Webhook-Signature']],
    ['payoutStatusChanged', ['X-Webhook-Signature']],
    ['bankTransferStatusUpdate', []],
    ['merchantOnRampSuccess', []],
  ])('describes the webhook %s with its signature, or without one', (name, headers) => {
    const described = (find(name).parameters ?? []) as unknown[]
    expect(described.map((parameter) => follow(parameter).name)).toEqual(headers)
  })

  it('sends no API key with a webhook', () => {
    for (const item of Object.values(document.webhooks as Record<string, { post: Node }>)) {
      expect(item.post.security).toEqual([])
    }
  })

  // Without a mapping, OpenAPI reads the values of a discriminator as schema names, and generated clients are wrong.
  it('maps every value of a discriminator to the schema that has it', () => {
    const { schemas } = document.components as { schemas: Record<string, Node> }
    const unions = Object.values(schemas).filter(({ oneOf }) => oneOf)
    expect(unions.length).toBe(5)
    for (const { oneOf, discriminator } of unions) {
      const { propertyName, mapping } = discriminator as {
        propertyName: string
        mapping: Record<string, string>
      }
      const constants = Object.values(mapping).map((ref) => {
        const properties = follow({ $ref: ref }).properties as Record<string, Node>
        return properties[propertyName]?.const
      })
      expect(constants).toEqual(Object.keys(mapping))
      expect(Object.values(mapping)).toEqual((oneOf as { $ref: string }[]).map(({ $ref }) => $ref))
    }
  })

  it.each(operations)('answers errors of %s %s as problems', (_method, _path, id) => {
    for (const [status, response] of Object.entries(find(id).responses as Node)) {
      const expected = Number(status) < 300 ? 'application/json' : 'application/problem+json'
      expect(Object.keys(follow(response).content as Node)).toEqual([expected])
    }
  })
})
