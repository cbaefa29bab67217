// Ajv with the whole document: a schema is found by its JSON Pointer, so that its references can be resolved.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { isCallbackUrl } from '../callback-url.ts'
import { openApiDocument } from './description.ts'

const documentName = 'urn:sandbox:openapi'

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  discriminator: true,
  useDefaults: true,
  strictTypes: false,
  strictRequired: false,
  // The document's own names and `x-detail` are not keywords of JSON Schema.
  keywords: [...Object.keys(openApiDocument), 'x-detail'],
})
addFormats.default(ajv)
ajv.removeKeyword('multipleOf')
ajv.addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => decimalPlaces(value) <= decimalPlaces(step),
})
ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
ajv.addFormat('iban', isIban)
// Printable ASCII only, as in RFC 3986: `new URL` accepts a line break or an umlaut, but a Location header does not.
// The redirect would fail after the payer has paid.
ajv.addFormat('web-url', (text: string) => /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text))
ajv.addFormat('callback-url', isCallbackUrl)
ajv.addSchema(withoutMappings(openApiDocument), documentName, false, false)

const compiled = new Map<string, ValidateFunction>()

/** The validator of the schema at this pointer. Compiled once. */
export function compileAt(pointer: string): ValidateFunction {
  const known = compiled.get(pointer)
  if (known) return known
  const check = ajv.compile({ $ref: `${documentName}#${encodeURI(pointer)}` })
  compiled.set(pointer, check)
  return check
}

/**
 * OpenAPI needs a `mapping` when the values of a discriminator are not schema names, but Ajv does not support it. Ajv
 * reads the `const` of each branch instead.
 */
function withoutMappings(document: object): object {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'discriminator' ? { propertyName: value.propertyName } : value,
  )
}

/**
 * ISO 13616: the country's length and structure, and the check digits. National check digits inside the account number
 * are not checked: the document asks for an IBAN only.
 */
function isIban(text: string): boolean {
  const mistakes = validateIBAN(text).errorCodes.filter(
    (code) => code !== ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  )
  return /^[A-Z0-9]+$/.test(text) && mistakes.length === 0
}

/**
 * Counts decimals in the text, for a `multipleOf` that is a power of ten. Division does not work: 19.99 / 0.01 is
 * 1998.9999999999998, and a tolerance for that would also accept 2.3000000000000003 as an amount.
 */
function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}
