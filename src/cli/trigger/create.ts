// Creates payments as a merchant's server does, from a few flat fields. The fields have the same names for each kind,
// although the interfaces of the service name them differently.
import type { Kind } from '../../protocol/kind.ts'
import { parseBody } from '../../sandbox/index.ts'
import { CommandError } from '../command.ts'
import { type Action, mustBe, nameOf, optionOf, stateOf } from './action.ts'
import { readObject } from './select-object.ts'

type CreationField = keyof typeof v2 | keyof typeof legacy | 'email'
type Fields = { readonly [Field in CreationField]?: string | undefined }

type BodyLayout = {
  readonly operation: Parameters<typeof parseBody>[0]
  /** The place of each field in the body, as a JSON Pointer. */
  readonly places: Fields
}

const v2 = {
  amount: '/amount/value',
  currency: '/amount/currency',
  reference: '/reference',
  return_url: '/return_url',
  webhook_url: '/webhook_url',
}
const legacy = {
  amount: '/amount',
  names: '/names',
  user_id: '/userId',
  reference: '/revision',
  webhook_url: '/webhookUrl',
  webhook_payload: '/webhookPayload',
}

const bodyLayouts: Readonly<Record<Kind, BodyLayout>> = {
  payin: { operation: 'createPayin', places: { ...v2, email: '/payer/email' } },
  payout: { operation: 'createPayout', places: v2 },
  bank_transfer: { operation: 'createBankTransfer', places: { ...legacy, currency: '/currency' } },
  on_ramp: {
    operation: 'generateOnRampLink',
    places: { ...legacy, email: '/userEmail', return_url: '/hostedRedirectUrl' },
  },
}

const defaults: Fields = {
  currency: 'EUR',
  email: 'shopper@example.test',
  names: 'Sandbox Shopper',
  user_id: 'shopper1',
  return_url: 'http://localhost:4000/',
}

export const creationFields = (kind: Kind): CreationField[] =>
  Object.keys(bodyLayouts[kind].places) as CreationField[]

/**
 * Builds the body of a create request and checks it against the sandbox's interface description.
 * @param given only fields that the kind has
 * @throws {CommandError} with every mistake
 */
export function readCreation(kind: Kind, given: Fields): object {
  const { operation, places } = bodyLayouts[kind]
  if (given.amount === undefined) throw new CommandError('--amount is missing. Give an amount such as 49.90.')
  const body = {}
  for (const field of creationFields(kind)) {
    const text = given[field] ?? defaults[field]
    const place = places[field]
    if (text !== undefined && place !== undefined)
      put(body, place, kind === 'on_ramp' && field === 'amount' ? numberOf(text) : text)
  }
  const parsed = parseBody(operation, body)
  if (parsed.ok) return body
  throw new CommandError(...parsed.errors.map(({ pointer, detail }) => mistakeAt(places, pointer, detail)))
}

/** On-ramps take the amount as a number. */
const numberOf = (text: string) => (/^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : text)

function put(body: Record<string, unknown>, place: string, value: unknown) {
  const [, name = '', inner] = place.split('/')
  body[name] = inner === undefined ? value : { ...(body[name] as object | undefined), [inner]: value }
}

function mistakeAt(places: Fields, pointer: string, detail: string): string {
  const [field = pointer] = Object.entries(places).find(([, place]) => place === pointer) ?? []
  return `${optionOf(field)} ${mustBe(detail)}`
}

/** @param body from `readCreation` */
export function create(kind: Kind, body: object): Action {
  return async (control) => {
    const created = await readObject(control, await control.create(kind, body))
    const { redirect_url, paymentLink } = created.shown
    const page = redirect_url ?? paymentLink
    const lines = [`Created ${nameOf(created)}: ${stateOf(created)}, ${created.amount}`]
    return {
      lines: typeof page === 'string' ? [...lines, `Hosted page: ${page}`] : lines,
      value: created.shown,
    }
  }
}
