// zod's issues in the document's words: `errors[]` of { detail, pointer }, both required per entry.

export type ValidationError = { detail: string; pointer: string }

/** RFC 6901: `~` and `/` inside a name are escaped; the whole body is the empty pointer. */
function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function toValidationErrors(
  issues: readonly { message: string; path: readonly PropertyKey[] }[],
): ValidationError[] {
  return issues.map((issue) => ({ detail: issue.message, pointer: toJsonPointer(issue.path) }))
}
