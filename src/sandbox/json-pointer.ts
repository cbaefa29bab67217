// Converts zod's issues into the document's `errors[]`: { detail, pointer }, both required.

export type ValidationError = { detail: string; pointer: string }

/** RFC 6901: `~` and `/` in a name are escaped. The empty pointer is the whole body. */
function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function toValidationErrors(
  issues: readonly { message: string; path: readonly PropertyKey[] }[],
): ValidationError[] {
  return issues.map((issue) => ({ detail: issue.message, pointer: toJsonPointer(issue.path) }))
}
