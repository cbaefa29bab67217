// openapi.json has the calls that the library answers and that the documents name, and no others.
import { describe, expect, test } from 'vitest'
import { session } from '../../../src/contract/session.ts'
import { problemTypes } from '../../../src/protocol/problem-types.ts'
import { blocksOf, codeIn, readDocument, tableOf } from '../../support/documents.ts'
import { document, wrongBy } from '../../support/open-api.ts'
import { backofficeToken } from '../merchant/backoffice-world.ts'
import { useWorld } from '../merchant/harness.ts'

const world = useWorld()

const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item)
    .filter((method) => method !== 'servers')
    .map((method) => `${method.toUpperCase()} ${path}`),
)
const ofBackoffice = described.filter((call) => call.includes(' /backoffice/'))
const ofProtocol = described.filter((call) => !ofBackoffice.includes(call))

/** Routes that are neither called by an element's protocol nor by a back office. */
const others = [
  // Pages and files that a browser loads by the address in another answer.
  'GET /checkout/banks/{id}/logo',
  'GET /checkout/pay',
  'POST /checkout/pay',
  'GET /checkout/page.css',
  'GET /payin-checkout.js',
  'GET /{script}',
  'GET /locales/{name}',
  // Called by the payment service, in the form of its own interface.
  'POST /webhooks/payins',
  'POST /webhooks/payouts',
  'POST /webhooks/bank-transfers/{session}/{token}',
  'POST /webhooks/on-ramps/{session}/{token}',
  // The page of the back office, for people.
  'GET /backoffice',
  'GET /backoffice/page.css',
  ...['sign-in', 'settle', 'sign-out'].flatMap((step) => [
    `GET /backoffice/${step}`,
    `POST /backoffice/${step}`,
  ]),
  // Called by what watches the server.
  'GET /healthz',
]

const spelled = (path: string): string => path.replace(/:(\w+)(\{.*?\}+)?(?=\/|$)/g, '{$1}')

describe('the calls of openapi.json', () => {
  test('are the routes of the library', async () => {
    await world().restart({ BACKOFFICE_TOKEN: backofficeToken })
    // Those with a star check requests before their route.
    const routes = world().app.routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
    const all = [...new Set(routes.map(({ method, path }) => `${method} ${spelled(path)}`))]
    const ours = [...ofProtocol.map((call) => call.replace(' ', ' /checkout')), ...ofBackoffice]
    expect(all.sort()).toEqual([...ours, ...others].sort())
  })

  test('are those that docs/protocol.md names', () => {
    const named = tableOf(readDocument('docs/protocol.md').split('### Calls')[1] ?? '', 'call').map(
      ([call = '']) => (/`(\w+ )\{endpoint\}([^`?]*)/.exec(call)?.slice(1) ?? []).join(''),
    )
    expect(named.sort()).toEqual([...ofProtocol].sort())
  })

  test('of the back office are those that docs/merchant.md names', () => {
    const rows = tableOf(readDocument('docs/merchant.md').split('## Paying out')[1] ?? '', 'call')
    const named = rows.flatMap(([call = '']) => [...call.matchAll(/`(\w+ [^`]*)`/g)].map(([, each]) => each))
    expect(named.sort()).toEqual([...ofBackoffice].sort())
  })
})

describe('docs/protocol.md', () => {
  const text = readDocument('docs/protocol.md')

  test('has a session that the schema describes', () => {
    const { Session } = document.components.schemas ?? {}
    const [block] = blocksOf('docs/protocol.md').filter(({ language }) => language === 'json')
    expect(wrongBy(Session ?? {}, JSON.parse((block?.code ?? '').replaceAll('…', 'x')))).toEqual([])
  })

  test('lists the fields of the schema', () => {
    const fields = tableOf(text.split('### The session')[1] ?? '', 'field').map(([field = '']) =>
      field.replaceAll('`', ''),
    )
    expect(fields).toEqual(Object.keys(session.shape))
  })

  test('lists the types of problems', () => {
    const named = codeIn(text).filter((code) => code.startsWith('urn:payin-checkout:'))
    expect([...new Set(named)].sort()).toEqual(Object.keys(problemTypes).sort())
  })
})
