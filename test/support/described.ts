// Compares the sandbox's answers and webhooks with its own description of the service.
import { keepDeclared } from '../../src/sandbox/openapi/declared.ts'
import {
  locate,
  locateOperation,
  type OperationId,
  openApiDocument,
  type Place,
} from '../../src/sandbox/openapi/description.ts'
import { compileAt } from '../../src/sandbox/openapi/schema-compiler.ts'

/** The mistakes of an answer as messages, or an empty list. */
export function checkResponse(
  operation: OperationId,
  status: number,
  contentType: string | null,
  body: unknown,
): readonly string[] {
  const path = [...locateOperation(operation), 'responses', String(status)]
  if (!locate(path)) return [`${operation} has no answer ${status} in openapi.yaml.`]
  const mediaType = contentType?.split(';')[0]?.trim() ?? ''
  const place = locate([...path, 'content', mediaType, 'schema'])
  if (!place) return [`${operation} ${status} has no ${mediaType} in openapi.yaml.`]
  return mistakesAt(place, body)
}

/** The same for the body of a webhook. */
export function checkWebhook(name: string, body: unknown): readonly string[] {
  if (!Object.hasOwn(openApiDocument.webhooks, name)) return [`openapi.yaml has no webhook ${name}.`]
  const place = locate(['webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema'])
  return place ? mistakesAt(place, body) : [`openapi.yaml describes no body of ${name}.`]
}

function mistakesAt({ value, pointer }: Place, body: unknown): readonly string[] {
  const check = compileAt(pointer)
  // Validate a copy: the validator fills in defaults, and must not change the answer under test.
  const isValid = check(structuredClone(body))
  const mistakes = (isValid ? [] : (check.errors ?? [])).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message}`,
  )
  return [...mistakes, ...undeclared(body, keepDeclared(value, body))]
}

/** Fields of an answer that the description does not have, at every level. They might leak a secret such as a token. */
function undeclared(given: unknown, kept: unknown, at = ''): readonly string[] {
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([name, value]) =>
    Object.hasOwn(kept as object, name)
      ? undeclared(value, (kept as Record<string, unknown>)[name], `${at}/${name}`)
      : [`${at}/${name} is not described`],
  )
}
