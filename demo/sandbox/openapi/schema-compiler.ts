// Ajv over the whole document: a schema is named by its JSON Pointer, so that its references find their way.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { openApiDocument } from './description.ts'

const documentName = 'urn:sandbox:openapi'

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  discriminator: true,
  useDefaults: true,
  strictTypes: false,
  strictRequired: false,
  // The document's own names are no keywords of JSON Schema, and neither is the sentence.
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
// Printable ASCII only, as RFC 3986 has it: `new URL` would forgive a line break or an umlaut that a Location header
// then refuses, after the payer has paid.
ajv.addFormat('web-url', (text: string) => /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text))
ajv.addFormat('callback-url', (text: string) => {
  // An app's own scheme is allowed; one that runs in the page is not.
  return /^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(text) && !/^(javascript|data|vbscript):/i.test(text)
})
ajv.addSchema(withoutMappings(openApiDocument), documentName, false, false)

const compiled = new Map<string, ValidateFunction>()

/** The check of the schema at this place of the document, made once. */
export function compileAt(pointer: string): ValidateFunction {
  const known = compiled.get(pointer)
  if (known) return known
  const check = ajv.compile({ $ref: `${documentName}#${encodeURI(pointer)}` })
  compiled.set(pointer, check)
  return check
}

/**
 * OpenAPI demands a `mapping` where a discriminator's values are not the names of schemas, and Ajv refuses one. It reads
 * each branch's `const` instead.
 */
function withoutMappings(document: object): object {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'discriminator' ? { propertyName: value.propertyName } : value,
  )
}

/**
 * ISO 13616: the country's length and structure, and the check digits. Not the national check digits inside the account
 * number, which some countries have: the document asks for an IBAN and no more.
 */
function isIban(text: string): boolean {
  const mistakes = validateIBAN(text).errorCodes.filter(
    (code) => code !== ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  )
  return /^[A-Z0-9]+$/.test(text) && mistakes.length === 0
}

/**
 * Counted in the decimal text, for a step that is a power of ten. Not by division: 19.99 / 0.01 is 1998.9999999999998,
 * and a tolerance that forgives it also lets 2.3000000000000003 through, which is then echoed as an amount.
 */
function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}
